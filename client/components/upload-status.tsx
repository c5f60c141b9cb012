import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  isPublishedIncomplete,
  uploadStatusText,
  type Upload,
  type UploadStatus,
} from '../../shared/contracts/uploads.ts';
import { Badge } from './badge.tsx';
import { linkClass } from './button.tsx';
import type { StreamState } from '../lib/follow-events.ts';

const tones = {
  PENDING: 'neutral',
  PROCESSING: 'neutral',
  AWAITING_APPROVAL: 'warm',
  COMPLETED: 'good',
  FAILED: 'danger',
  CANCELLED: 'neutral',
  REVERTED: 'neutral',
} as const satisfies Record<UploadStatus, string>;

export function UploadStatusBadge({ upload }: { upload: Pick<Upload, 'status' | 'reasons'> }) {
  const tone = isPublishedIncomplete(upload) ? 'warm' : tones[upload.status];
  return <Badge tone={tone}>{uploadStatusText(upload)}</Badge>;
}

export function UploadLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link to="/admin/uploads/$id" params={{ id }} className={linkClass}>
      {children}
    </Link>
  );
}

const notes = {
  connecting: 'Conectando para acompanhar ao vivo...',
  live: 'Ao vivo',
  lost: 'Sem conexão ao vivo: mostramos o último estado conhecido e tentamos de novo.',
} as const satisfies Record<StreamState, string>;

/** Whether the page receives live updates. */
export function LiveNote({ state }: { state: StreamState }) {
  return (
    <output
      className={`flex items-center gap-2 text-dense ${state === 'lost' ? 'text-warm' : 'text-muted'}`}
    >
      <span
        aria-hidden
        className={`size-2 shrink-0 rounded-full ${state === 'live' ? 'bg-good' : 'border border-current'}`}
      />
      {notes[state]}
    </output>
  );
}

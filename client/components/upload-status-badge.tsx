import { uploadStatusLabels, type UploadStatus } from '../../shared/contracts/uploads.ts';
import { Badge } from './badge.tsx';

const tones = {
  PENDING: 'neutral',
  PROCESSING: 'neutral',
  AWAITING_APPROVAL: 'warm',
  COMPLETED: 'good',
  FAILED: 'danger',
  CANCELLED: 'neutral',
  REVERTED: 'neutral',
} as const satisfies Record<UploadStatus, string>;

/** How an upload stands, in a word. */
export function UploadStatusBadge({ status }: { status: UploadStatus }) {
  return <Badge tone={tones[status]}>{uploadStatusLabels[status]}</Badge>;
}

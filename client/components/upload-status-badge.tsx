import {
  isPublishedIncomplete,
  uploadStatusText,
  type Upload,
  type UploadStatus,
} from '../../shared/contracts/uploads.ts';
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

/** An upload's status in one word. */
export function UploadStatusBadge({ upload }: { upload: Pick<Upload, 'status' | 'reasons'> }) {
  const tone = isPublishedIncomplete(upload) ? 'warm' : tones[upload.status];
  return <Badge tone={tone}>{uploadStatusText(upload)}</Badge>;
}

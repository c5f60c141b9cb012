import type { UploadStatus } from '../../../shared/uploads.ts';
import { Badge } from '../../components/badge.tsx';
import { statusLabels } from './upload-words.ts';

const tones = {
  PENDING: 'neutral',
  PROCESSING: 'neutral',
  AWAITING_APPROVAL: 'warm',
  COMPLETED: 'good',
  FAILED: 'danger',
  CANCELLED: 'neutral',
  REVERTED: 'neutral',
} as const satisfies Record<UploadStatus, string>;

export function StatusBadge({ status }: { status: UploadStatus }) {
  return <Badge tone={tones[status]}>{statusLabels[status]}</Badge>;
}

import type { Upload } from '../../shared/contracts/uploads.ts';

/** An upload that awaits approval. */
export const waitingUpload: Upload = {
  id: 'u',
  origin: 'web',
  createdBy: null,
  competencia: '202307',
  status: 'AWAITING_APPROVAL',
  message: null,
  createdAt: '2023-08-30T12:00:00.000Z',
  finishedAt: null,
  release: null,
  isCancelling: false,
  canCancel: true,
  canRetry: false,
  canApprove: true,
  comparedWith: 3,
  hasComparison: true,
  reasons: [],
  fileCount: 1,
  files: [],
};

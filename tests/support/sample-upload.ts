import type { Upload, UploadFile } from '../../shared/contracts/uploads.ts';

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

/** A file of an upload, being read. */
export const readFile: UploadFile = {
  id: 1,
  name: 'CAGEDMOV202307.txt',
  kind: 'MOV',
  month: '202307',
  bytes: 9,
  textBytes: 9,
  sha256: null,
  receivedSha256: null,
  lines: null,
  accepted: null,
  rejected: null,
  step: 'ler',
  progressBytes: 0,
  progressLines: 0,
  pace: null,
  stepTimes: {},
  startedAt: null,
  finishedAt: null,
  outcome: null,
  message: null,
};

import type { UploadFileRow } from '../../platform/store/loads-schema.ts';
import { countOf, pageOf } from '../../platform/store/pages.ts';
import type { Store } from '../../platform/store/store.ts';
import { uploadsWithFiles, type FoundUpload } from './uploads.ts';
import {
  StepTimes,
  Upload,
  type StepPace,
  type UploadFile,
  type UploadReason,
  type UploadsPage,
  type UploadsQuery,
} from '../../../shared/contracts/uploads.ts';

/** An upload as the API returns it, with the current pace of a running one. */
export function uploadView(upload: FoundUpload, now: Date): Upload {
  const { status, created_by: createdBy, reasons } = upload;
  return {
    id: upload.id,
    origin: upload.origin,
    createdBy:
      createdBy === null
        ? null
        : { id: createdBy, name: `${upload.first_name ?? ''} ${upload.last_name ?? ''}`.trim() },
    competencia: upload.competencia,
    status,
    message: upload.message,
    createdAt: upload.created_at,
    finishedAt: upload.finished_at,
    release: upload.release,
    isCancelling: status === 'PROCESSING' && upload.cancel_requested_at !== null,
    canCancel: isCancellable(upload),
    canRetry: isRetryable(upload),
    canApprove: status === 'AWAITING_APPROVAL',
    comparedWith: upload.compared_release,
    hasComparison: reasons !== null,
    reasons: reasonsOf(upload),
    fileCount: upload.files.length,
    files: upload.files.map((file) => fileView(file, status === 'PROCESSING', now)),
  };
}

/** What the comparison found beyond the limits. */
export const reasonsOf = ({ reasons }: Pick<FoundUpload, 'reasons'>): UploadReason[] =>
  reasons === null ? [] : Upload.shape.reasons.parse(JSON.parse(reasons));

/** Whether the upload can still be cancelled: before its release is published. */
const isCancellable = ({ status, release, cancel_requested_at }: FoundUpload) =>
  release === null &&
  (status === 'PENDING' ||
    status === 'AWAITING_APPROVAL' ||
    (status === 'PROCESSING' && cancel_requested_at === null));

/** Whether a retry could load any file, or finish an upload that failed after it found a file unchanged. */
export const isRetryable = ({ status, files }: FoundUpload) =>
  (status === 'FAILED' || status === 'CANCELLED' || status === 'REVERTED') &&
  files.some(
    ({ outcome }) =>
      outcome === null || outcome === 'REFUSED' || (status === 'FAILED' && outcome === 'UNCHANGED'),
  );

function fileView(file: UploadFileRow, isRunning: boolean, now: Date): UploadFile {
  return {
    id: file.batch,
    name: file.name,
    kind: file.kind,
    month: file.month,
    bytes: file.bytes,
    textBytes: file.text_bytes,
    sha256: file.sha256,
    receivedSha256: file.received_sha256,
    lines: file.lines,
    accepted: file.accepted,
    rejected: file.rejected,
    step: file.step,
    progressBytes: file.progress_bytes,
    progressLines: file.progress_lines,
    pace: isRunning && file.outcome === null ? paceOf(file, now) : null,
    stepTimes: StepTimes.parse(JSON.parse(file.step_times)),
    // A file that waits for another attempt keeps the start of the earlier one in its row.
    startedAt: file.step_started_at === null && file.outcome === null ? null : file.started_at,
    finishedAt: file.finished_at,
    outcome: file.outcome,
    message: file.message,
  };
}

export type PacedFile = Pick<
  UploadFileRow,
  'step' | 'step_started_at' | 'bytes' | 'text_bytes' | 'progress_bytes' | 'progress_lines'
>;

const totalBytes = ({ step, bytes, text_bytes }: PacedFile) => {
  if (step === 'receber') return bytes;
  return step === 'ler' || step === 'validar' ? (text_bytes ?? 0) : 0;
};

/** The average pace since the step began; the share only if the total is known. */
export function paceOf(file: PacedFile, now: Date): StepPace | null {
  if (file.step_started_at === null) return null;
  const seconds = (now.getTime() - Date.parse(file.step_started_at)) / 1000;
  const total = totalBytes(file);
  // The clock may have been put back since the step began.
  const isMoving = total > 0 && file.progress_bytes > 0 && seconds > 0;
  const share = isMoving ? Math.min(1, file.progress_bytes / total) : null;
  return {
    share,
    bytesPerSecond: isMoving ? Math.round(file.progress_bytes / seconds) : null,
    linesPerSecond:
      file.step === 'ler' && isMoving ? Math.round(file.progress_lines / seconds) : null,
    secondsLeft: share === null || share === 0 ? null : Math.ceil((seconds / share) * (1 - share)),
  };
}

/** A page of the uploads, newest first. */
export async function uploadsPage(
  store: Store,
  { page, pageSize, status }: UploadsQuery,
  now: Date,
): Promise<UploadsPage> {
  let chosen = store.db.selectFrom('uploads');
  if (status !== undefined) chosen = chosen.where('status', '=', status);
  const total = await countOf(chosen);
  const ordered = chosen.select('id').orderBy('created_at', 'desc').orderBy('id');
  const ids = await pageOf(ordered, { page, pageSize }).execute();
  const uploads = await uploadsWithFiles(
    store,
    ids.map(({ id }) => id),
  );
  return { uploads: uploads.map((upload) => uploadView(upload, now)), total };
}

/** The IDs of the uploads that are queued, in progress, await approval or ended since a time. At most 500. */
export async function activeUploadIds({ db }: Store, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where((where) =>
      where.or([
        where('status', 'in', ['PENDING', 'PROCESSING', 'AWAITING_APPROVAL']),
        where('finished_at', '>=', since.toISOString()),
      ]),
    )
    .orderBy('created_at', 'desc')
    .limit(500)
    .execute();
  return rows.map(({ id }) => id);
}

import { type FileOutcome, type FileStep, StepTimes } from '../../../shared/contracts/uploads.ts';
import type { UploadFileRow } from '../../platform/store/loads-schema.ts';
import type { Row } from '../../platform/store/schema.ts';
import type { Claim } from '../../platform/jobs/job-runner.ts';
import type { StoreAndClock } from '../../platform/store/store.ts';
import type { FileIdentity } from './identify.ts';
import { UploadStoppedError } from './publish.ts';
import type { StagedFile, StageProgress } from './stage-file.ts';
import { untouched } from './uploads.ts';

const writeEveryMs = 500;

/** The store, and the worker that has the claim on the upload. */
type Claimed = StoreAndClock & Pick<Claim, 'worker'>;

/**
 * Writes a file's progress to its row, at most twice a second during a step, so that any process can read it. Throws
 * `UploadStoppedError` once another worker has the claim on the upload.
 */
export function progressNotes(
  { batch, step_times: before }: UploadFileRow,
  { store, clock, worker }: Claimed,
) {
  let times: StepTimes = StepTimes.parse(JSON.parse(before));
  let current: FileStep = 'esperar';
  let stepStartedMs = clock().getTime();
  let lastWrite = -Infinity;
  let pending: Promise<void> = Promise.resolve();

  const now = () => clock().toISOString();
  const entering = (step: FileStep) => {
    const at = clock();
    if (current !== 'esperar') {
      const spent = Math.max(0, at.getTime() - stepStartedMs);
      times[current] = (times[current] ?? 0) + spent;
    }
    current = step;
    stepStartedMs = at.getTime();
    return { step, step_started_at: at.toISOString(), step_times: JSON.stringify(times) };
  };

  const write = async (values: Partial<Row<'upload_files'>>): Promise<void> => {
    await store.db
      .updateTable('upload_files')
      .set(values)
      .where('batch', '=', batch)
      .where('upload_id', 'in', (uploads) =>
        uploads.selectFrom('uploads').select('id').where('worker', '=', worker),
      )
      .returning('batch')
      .executeTakeFirstOrThrow(UploadStoppedError);
  };

  const note = (values: Partial<UploadFileRow>): void => {
    const at = performance.now();
    if (at - lastWrite < writeEveryMs) return;
    lastWrite = at;
    pending = pending.then(() => write(values));
    // `close` reports the failure; here the rejection only must not count as unhandled.
    pending.catch(() => undefined);
  };

  return {
    /** Resets a file of which nothing is reused. */
    started: async (): Promise<void> => {
      times = {};
      await write({ ...untouched, started_at: now() });
    },

    /** Enters a step and records the duration of the previous one. */
    enter: async (step: FileStep): Promise<void> => {
      await pending;
      await write({ ...entering(step), progress_bytes: 0, progress_lines: 0 });
    },

    /** Records the latest figures, at most once per `writeEveryMs`; figures in between are skipped. */
    progress: ({ bytes, lines, textBytes }: StageProgress): void =>
      note({ progress_bytes: bytes, progress_lines: lines, text_bytes: textBytes }),

    /** Records the progress of a download; the total is known if the source states it. */
    received: (bytes: number, wholeBytes: number | null): void =>
      note({ progress_bytes: bytes, ...(wholeBytes !== null && { bytes: wholeBytes }) }),

    /** Records that the download is complete. */
    receivedAll: async (bytes: number): Promise<void> => {
      await pending;
      await write({ bytes, progress_bytes: bytes });
    },

    /** Records that all lines are in the warehouse, accepted or rejected. */
    read: async (file: StagedFile): Promise<void> => {
      const { kind, month, sha256, receivedSha256, lines, accepted, rejected } = file;
      await pending;
      await write({
        kind,
        month,
        sha256,
        received_sha256: receivedSha256,
        lines,
        accepted,
        rejected,
        progress_lines: lines,
      });
    },

    /** Records that the file can be published, so that another run need not read it again. */
    staged: async (): Promise<void> => {
      // Waiting for the upload's other files is not part of the step.
      const { step_times } = entering('esperar');
      await write({ staged_at: now(), step_times });
    },

    finished: async (
      outcome: FileOutcome,
      message: string | null,
      identity?: FileIdentity,
    ): Promise<void> => {
      await pending;
      await write({
        ...entering('pronto'),
        outcome,
        message,
        finished_at: now(),
        ...(identity && { kind: identity.kind, month: identity.month }),
      });
    },

    /** Waits for the last write. Rejects if any write failed. */
    close: (): Promise<void> => pending,
  };
}

export type ProgressNotes = ReturnType<typeof progressNotes>;

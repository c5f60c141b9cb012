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
export class ProgressNotes {
  readonly #claimed: Claimed;
  readonly #batch: number;
  #times: StepTimes;
  #step: FileStep = 'esperar';
  #stepStartedMs: number;
  #lastWrite = -Infinity;
  #pending: Promise<void> = Promise.resolve();

  constructor(file: UploadFileRow, claimed: Claimed) {
    this.#claimed = claimed;
    this.#batch = file.batch;
    this.#stepStartedMs = claimed.clock().getTime();
    this.#times = StepTimes.parse(JSON.parse(file.step_times));
  }

  /** Resets a file of which nothing is reused. */
  async started(): Promise<void> {
    this.#times = {};
    await this.#write({ ...untouched, started_at: this.#now() });
  }

  /** Enters a step and records the duration of the previous one. */
  async enter(step: FileStep): Promise<void> {
    await this.#pending;
    await this.#write({ ...this.#entering(step), progress_bytes: 0, progress_lines: 0 });
  }

  /** Records the latest figures, at most once per `writeEveryMs`; figures in between are skipped. */
  progress({ bytes, lines, textBytes }: StageProgress): void {
    this.#note({ progress_bytes: bytes, progress_lines: lines, text_bytes: textBytes });
  }

  /** Records the progress of a download; the total is known if the source states it. */
  received(bytes: number, wholeBytes: number | null): void {
    this.#note({ progress_bytes: bytes, ...(wholeBytes !== null && { bytes: wholeBytes }) });
  }

  /** Records that the download is complete. */
  async receivedAll(bytes: number): Promise<void> {
    await this.#pending;
    await this.#write({ bytes, progress_bytes: bytes });
  }

  /** Records that all lines are in the warehouse, accepted or rejected. */
  async read(file: StagedFile): Promise<void> {
    const { kind, month, sha256, receivedSha256, lines, accepted, rejected } = file;
    await this.#pending;
    await this.#write({
      kind,
      month,
      sha256,
      received_sha256: receivedSha256,
      lines,
      accepted,
      rejected,
      progress_lines: lines,
    });
  }

  /** Records that the file can be published, so that another run need not read it again. */
  async staged(): Promise<void> {
    // Waiting for the upload's other files is not part of the step.
    const { step_times } = this.#entering('esperar');
    await this.#write({ staged_at: this.#now(), step_times });
  }

  async finished(
    outcome: FileOutcome,
    message: string | null,
    identity?: FileIdentity,
  ): Promise<void> {
    await this.#pending;
    await this.#write({
      ...this.#entering('pronto'),
      outcome,
      message,
      finished_at: this.#now(),
      ...(identity && { kind: identity.kind, month: identity.month }),
    });
  }

  /** Waits for the last write. Rejects if any write failed. */
  async close(): Promise<void> {
    await this.#pending;
  }

  #entering(step: FileStep) {
    const now = this.#claimed.clock();
    if (this.#step !== 'esperar') {
      const spent = Math.max(0, now.getTime() - this.#stepStartedMs);
      this.#times[this.#step] = (this.#times[this.#step] ?? 0) + spent;
    }
    this.#step = step;
    this.#stepStartedMs = now.getTime();
    return {
      step,
      step_started_at: now.toISOString(),
      step_times: JSON.stringify(this.#times),
    };
  }

  #note(values: Partial<UploadFileRow>): void {
    const now = performance.now();
    if (now - this.#lastWrite < writeEveryMs) return;
    this.#lastWrite = now;
    this.#pending = this.#pending.then(() => this.#write(values));
    // `close` reports the failure; here the rejection only must not count as unhandled.
    this.#pending.catch(() => undefined);
  }

  async #write(values: Partial<Row<'upload_files'>>): Promise<void> {
    const { store, worker } = this.#claimed;
    await store.db
      .updateTable('upload_files')
      .set(values)
      .where('batch', '=', this.#batch)
      .where('upload_id', 'in', (uploads) =>
        uploads.selectFrom('uploads').select('id').where('worker', '=', worker),
      )
      .returning('batch')
      .executeTakeFirstOrThrow(UploadStoppedError);
  }

  #now(): string {
    return this.#claimed.clock().toISOString();
  }
}

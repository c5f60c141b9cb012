import type { FileOutcome, FileStep, UploadFileRow } from '../store/loads-schema.ts';
import type { Store } from '../store/store.ts';
import type { FileIdentity } from './identify.ts';
import type { StagedFile, StageProgress } from './stage-file.ts';

const WRITE_EVERY_MS = 500;

/** Writes a file's progress to its row, at most twice a second while it moves, so that anyone can follow it. */
export class ProgressNotes {
  readonly #store: Store;
  readonly #batch: number;
  readonly #clock: () => Date;
  #lastWrite = 0;
  #pending: Promise<void> = Promise.resolve();

  constructor(store: Store, batch: number, clock: () => Date) {
    this.#store = store;
    this.#batch = batch;
    this.#clock = clock;
  }

  async started(): Promise<void> {
    await this.#write({
      started_at: this.#now(),
      finished_at: null,
      outcome: null,
      message: null,
      accepted: null,
      rejected: null,
      lines: null,
      progress_bytes: 0,
      progress_lines: 0,
    });
  }

  /** Notes the latest figures; a write that is still going on or too recent swallows it. */
  progress({ bytes, lines, textBytes }: StageProgress): void {
    const now = Date.now();
    if (now - this.#lastWrite < WRITE_EVERY_MS) return;
    this.#lastWrite = now;
    this.#pending = this.#pending.then(() =>
      this.#write({
        step: 'ler',
        progress_bytes: bytes,
        progress_lines: lines,
        text_bytes: textBytes,
      }),
    );
    // Whoever closes the notes is told; here it only must not count as unhandled meanwhile.
    this.#pending.catch(() => undefined);
  }

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

  async publishing(): Promise<void> {
    await this.#write({ step: 'publicar' });
  }

  async finished(
    outcome: FileOutcome,
    message: string | null,
    identity?: FileIdentity,
  ): Promise<void> {
    await this.#pending;
    const step: FileStep = 'pronto';
    await this.#write({
      step,
      outcome,
      message,
      finished_at: this.#now(),
      ...(identity && { kind: identity.kind, month: identity.month }),
    });
  }

  /** Waits for the last write, and fails if any failed. */
  async close(): Promise<void> {
    await this.#pending;
  }

  async #write(values: Partial<UploadFileRow>): Promise<void> {
    await this.#store.db
      .updateTable('upload_files')
      .set(values)
      .where('batch', '=', this.#batch)
      .execute();
  }

  #now(): string {
    return this.#clock().toISOString();
  }
}

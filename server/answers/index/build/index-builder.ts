import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import {
  currentRelease,
  switchCandidates,
  type CurrentRelease,
} from '../../../platform/store/current-release.ts';
import type { Store } from '../../../platform/store/store.ts';
import { readableRelease, type Release } from '../../query/release.ts';
import type { MonthFiles } from './month-files.ts';

interface Parts {
  readonly files: MonthFiles;
  readonly store: Store;
  readonly logger: Logger;
}

const checkEveryMs = 1_000;
/** Pause after a failure, in milliseconds; doubles after each further one. */
const retryAfterMs = 60_000;
const maxPauseMs = 3_600_000;
const timeoutMs = 600_000;
const removeEveryMs = 600_000;

/** Makes the missing month files of the current release in the background. */
export class IndexBuilder {
  readonly #parts: Parts;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #failed: number | null | undefined;
  /** The release for which files of other releases were last removed, and when. */
  #removed: { readonly release: number | null; readonly at: number } | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new Error('Building the index has stopped.'));
    await this.#running;
  }

  isReady(release: Release): boolean {
    return this.#failed === release.number || this.#parts.files.areWhole(release);
  }

  /**
   * Makes the files of a release before it becomes current, if a process reads the folder: a worker may have a separate
   * disk. If they cannot be made, the release becomes current without them: the engine runs its queries, and the builder
   * retries.
   */
  async prepare(coming: CurrentRelease, signal: AbortSignal | undefined): Promise<void> {
    const { files, logger } = this.#parts;
    try {
      if (!(await files.isOpen())) return;
      await files.make(readableRelease(coming), { timeoutMs, signal });
    } catch (error) {
      signal?.throwIfAborted();
      logger.warn({ err: error }, 'a release is published before its files are made');
    }
  }

  async #run(): Promise<void> {
    const { files, store, logger } = this.#parts;
    const { signal } = this.#stopping;
    let failures = 0;
    while (!signal.aborted) {
      try {
        const release = readableRelease(await currentRelease(store));
        if (!files.areWhole(release)) await this.#make(release);
        await this.#removeOthers(release);
        failures = 0;
        await this.#pause(checkEveryMs);
      } catch (error) {
        if (signal.aborted) return;
        logger.warn({ err: error }, 'the files of the months could not be made');
        await this.#pause(Math.min(maxPauseMs, retryAfterMs * 2 ** failures));
        failures += 1;
      }
    }
  }

  async #make(release: Release): Promise<void> {
    const { files, logger } = this.#parts;
    const begun = performance.now();
    try {
      await files.make(release, { signal: this.#stopping.signal, timeoutMs });
    } catch (error) {
      this.#failed = release.number;
      throw error;
    }
    this.#failed = undefined;
    const seconds = Math.round(performance.now() - begun) / 1000;
    logger.info({ release: release.number, seconds }, 'the lines are in the order of salaries');
  }

  /** Removes files of other releases after each change of the current release, and every `removeEveryMs`. */
  async #removeOthers(release: Release): Promise<void> {
    const now = performance.now();
    if (this.#removed?.release === release.number && now - this.#removed.at < removeEveryMs) return;
    const { files, store } = this.#parts;
    // A rollback needs the files of the release that it returns to.
    const near = (await switchCandidates(store)).map(readableRelease);
    await files.keepOnly(release, near, { signal: this.#stopping.signal, timeoutMs });
    this.#removed = { release: release.number, at: now };
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }
}

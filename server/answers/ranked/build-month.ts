import type { QueryLimits, Warehouse } from '../../platform/warehouse/warehouse.ts';
import { JobThread } from '../../platform/job-thread.ts';
import type { Release } from '../release.ts';
import { linesSql } from './lines-sql.ts';
import type { FileJob, FileReply, FileTask } from './writing-worker.ts';

export interface MonthToBuild {
  readonly release: Release;
  readonly month: string;
  readonly path: string;
}

/** A thread that has nothing to do for so long is ended: it holds the memory of the largest month that it wrote. */
const idleMs = 5_000;

/** Makes and checks the files of months, one after another, in a thread of its own. */
export class MonthBuilder {
  readonly #warehouse: Warehouse;
  #thread: JobThread<FileJob, FileReply> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastJob = 0;

  constructor(warehouse: Warehouse) {
    this.#warehouse = warehouse;
  }

  /** Makes the file of a month of a release. Throws where its lines cannot be read, ordered or written. */
  async build({ release, month, path }: MonthToBuild, limits: QueryLimits): Promise<void> {
    const movements = [];
    for (const balance of [1, -1] as const) {
      const bytes = await this.#warehouse.columns(linesSql(release, month, balance), {
        ...limits,
        threads: 2,
      });
      movements.push({ balance, bytes });
    }
    const bytes = movements.flatMap((movement) => transferable(movement.bytes));
    await this.#done({ kind: 'write', path, month, movements }, bytes, limits);
  }

  /** Whether a file is as it was written: it is read whole. */
  async isIntact(path: string, limits: QueryLimits): Promise<boolean> {
    return (await this.#done({ kind: 'check', path }, [], limits)) === 'intact';
  }

  async #done(
    task: FileTask,
    bytes: readonly ArrayBuffer[],
    { signal }: QueryLimits,
  ): Promise<'written' | 'intact' | 'damaged'> {
    clearTimeout(this.#idle);
    this.#lastJob += 1;
    this.#thread ??= this.#begun();
    const { outcome } = await this.#thread.ask({ id: this.#lastJob, task }, bytes);
    this.#endWhenIdle();
    signal?.throwIfAborted();
    if (typeof outcome === 'string') return outcome;
    throw new Error(outcome.failure);
  }

  #begun(): JobThread<FileJob, FileReply> {
    const thread = new JobThread<FileJob, FileReply>(
      new URL('writing-worker.ts', import.meta.url),
      () => {
        if (this.#thread === thread) this.#thread = undefined;
      },
    );
    return thread;
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if (this.#thread?.load === 0) void this.#thread.end();
    }, idleMs);
    this.#idle.unref();
  }
}

/** Memory of its own need not be copied into the thread; what is shared with other bytes must be. */
const transferable = ({ buffer, byteLength }: Uint8Array) =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];

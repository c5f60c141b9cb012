import { JobThread } from '../../../platform/job-thread.ts';
import type { QueryLimits, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import type { Release } from '../../query/release.ts';
import type { FileJob, FileReply, FileTask } from './month-worker.ts';
import { linesSql } from './sort-lines.ts';

export interface MonthToBuild {
  readonly release: Release;
  readonly month: string;
  readonly path: string;
}

/**
 * Creates and checks month files, one after another, in a separate thread. The thread holds the memory of the largest
 * month that it wrote until the builder is disposed of.
 */
export class MonthBuilder implements AsyncDisposable {
  readonly #warehouse: Warehouse;
  #thread: JobThread<FileJob, FileReply> | undefined;
  #lastJob = 0;

  constructor(warehouse: Warehouse) {
    this.#warehouse = warehouse;
  }

  /** Creates the file of a month of a release. Throws where its lines cannot be read, ordered or written. */
  async build({ release, month, path }: MonthToBuild, limits: QueryLimits): Promise<void> {
    const movements: Uint8Array[] = [];
    for (const balance of [1, -1] as const) {
      const sql = linesSql(release, month, balance);
      movements.push(await this.#warehouse.columns(sql, { ...limits, threads: 2 }));
    }
    const task = { kind: 'write', path, month, movements } as const;
    await this.#done(task, movements.flatMap(transferable), limits);
  }

  /** Whether a file is intact. Reads all of it. */
  isIntact(path: string, limits: QueryLimits): Promise<boolean> {
    return this.#done({ kind: 'check', path }, [], limits);
  }

  async #done(
    task: FileTask,
    bytes: readonly ArrayBuffer[],
    { signal }: QueryLimits,
  ): Promise<boolean> {
    this.#thread ??= new JobThread(new URL('month-worker.ts', import.meta.url), () => {
      this.#thread = undefined;
    });
    this.#lastJob += 1;
    const { outcome } = await this.#thread.ask({ id: this.#lastJob, task }, bytes);
    signal?.throwIfAborted();
    if (typeof outcome === 'boolean') return outcome;
    throw new Error(outcome.failure);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread?.end();
  }
}

/**
 * Returns the buffer if the bytes fill all of it, so that it is transferred and not copied. A shared buffer must be
 * copied.
 */
const transferable = ({ buffer, byteLength }: Uint8Array) =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];

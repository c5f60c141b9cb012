import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { QueryLimits, Warehouse } from '../../warehouse/warehouse.ts';
import type { Release } from '../release.ts';
import { linesSql } from './lines-sql.ts';
import type { CheckingJob, FileReply, WritingJob } from './writing-worker.ts';

export interface MonthToBuild {
  readonly release: Release;
  readonly month: string;
  readonly path: string;
}

/** Makes and checks the files of months, one after another, in a thread that begins with the first and is ended at disposal. */
export class MonthBuilder implements AsyncDisposable {
  readonly #warehouse: Warehouse;
  #worker: Worker | undefined;

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
    const job: WritingJob = { kind: 'write', path, month, movements };
    const bytes = movements.flatMap((movement) => transferable(movement.bytes));
    await this.#replyTo(job, bytes, limits);
  }

  /** Whether a file is as it was written: it is read whole. */
  async isIntact(path: string, limits: QueryLimits): Promise<boolean> {
    return (await this.#replyTo({ kind: 'check', path }, [], limits)) === 'intact';
  }

  async #replyTo(
    job: WritingJob | CheckingJob,
    bytes: readonly ArrayBuffer[],
    { signal }: QueryLimits,
  ): Promise<FileReply> {
    const worker = this.#thread();
    const replied = once(worker, 'message', { signal });
    worker.postMessage(job, bytes);
    const [reply]: FileReply[] = await replied;
    return reply ?? 'damaged';
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker?.terminate();
  }

  /** The thread; another one after a failure, which ends it. */
  #thread(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(new URL('writing-worker.ts', import.meta.url));
    const end = () => {
      if (this.#worker === worker) this.#worker = undefined;
    };
    // Whoever waits is told of errors; after a stop nobody does.
    worker.on('error', end);
    worker.on('exit', end);
    this.#worker = worker;
    return worker;
  }
}

/** Memory of its own need not be copied into the thread; what is shared with other bytes must be. */
const transferable = ({ buffer, byteLength }: Uint8Array) =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];

import { JobThread } from '../../../platform/job-thread.ts';
import type { QueryLimits, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import type { Release } from '../../query/release.ts';
import type { FileJob, FileReply, FileTask } from './month-worker.ts';
import { linesSql } from './source-rows.ts';

export interface MonthToBuild {
  readonly release: Release;
  readonly month: string;
  readonly path: string;
}

/** Creates and checks month files, one after another, in a separate thread. */
export class MonthBuilder {
  readonly #warehouse: Warehouse;

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
  async isIntact(path: string, limits: QueryLimits): Promise<boolean> {
    return (await this.#done({ kind: 'check', path }, [], limits)) === 'intact';
  }

  async #done(
    task: FileTask,
    bytes: readonly ArrayBuffer[],
    { signal }: QueryLimits,
  ): Promise<'written' | 'intact' | 'damaged'> {
    const outcome = await outcomeOf(task, bytes);
    signal?.throwIfAborted();
    if (typeof outcome === 'string') return outcome;
    throw new Error(outcome.failure);
  }
}

/**
 * Returns the buffer if the bytes fill all of it, so that it is transferred and not copied. A shared buffer must be
 * copied.
 */
const transferable = ({ buffer, byteLength }: Uint8Array) =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];

/** Idle time after which the thread ends, in milliseconds: it holds the memory of the largest month that it wrote. */
const idleMs = 5_000;

let running: JobThread<FileJob, FileReply> | undefined;
let idle: NodeJS.Timeout | undefined;
let lastJob = 0;

/**
 * Writes or checks a file in this process's one thread for files, one task after another. Transfers `bytes` to the
 * thread. Rejects if the thread ends first.
 */
async function outcomeOf(
  task: FileTask,
  bytes: readonly ArrayBuffer[],
): Promise<FileReply['outcome']> {
  clearTimeout(idle);
  lastJob += 1;
  running ??= begun();
  const { outcome } = await running.ask({ id: lastJob, task }, bytes);
  endWhenIdle();
  return outcome;
}

function begun(): JobThread<FileJob, FileReply> {
  const thread = new JobThread<FileJob, FileReply>(
    new URL('month-worker.ts', import.meta.url),
    () => {
      if (running === thread) running = undefined;
    },
  );
  return thread;
}

function endWhenIdle(): void {
  clearTimeout(idle);
  idle = setTimeout(() => {
    if (running?.load !== 0) return;
    // A task that arrives while this thread ends starts another one.
    const ended = running;
    running = undefined;
    void ended.end();
  }, idleMs);
  idle.unref();
}

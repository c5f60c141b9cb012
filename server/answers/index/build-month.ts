import type { QueryLimits, Warehouse } from '../../platform/warehouse/warehouse.ts';
import type { Release } from '../query/release.ts';
import { linesSql } from './lines-sql.ts';
import { outcomeOf } from './writing-thread.ts';
import type { FileTask } from './writing-worker.ts';

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

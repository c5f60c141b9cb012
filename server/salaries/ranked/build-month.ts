import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { QueryLimits, Warehouse } from '../../warehouse/warehouse.ts';
import type { Release } from '../release.ts';
import { linesSql } from './lines-sql.ts';
import type { WritingJob } from './writing-worker.ts';

export interface MonthToBuild {
  readonly release: Release;
  readonly month: string;
  readonly path: string;
}

/** Makes the file of a month of a release. Throws where its lines cannot be read, ordered or written. */
export async function buildMonth(
  warehouse: Warehouse,
  { release, month, path }: MonthToBuild,
  limits: QueryLimits,
): Promise<void> {
  const movements = [];
  for (const balance of [1, -1] as const) {
    const bytes = await warehouse.columns(linesSql(release, month, balance), limits);
    movements.push({ balance, bytes });
  }
  const worker = new Worker(new URL('writing-worker.ts', import.meta.url));
  try {
    const job: WritingJob = { path, month, movements };
    worker.postMessage(
      job,
      movements.flatMap(({ bytes }) => (bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : [])),
    );
    await once(worker, 'message', { signal: limits.signal });
  } finally {
    await worker.terminate();
  }
}

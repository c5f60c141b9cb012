import { parentPort } from 'node:worker_threads';
import { countRows, type CountedRows } from './count-rows.ts';
import type { CountingPlan } from './plan.ts';
import { UncountableRowsError } from './uncountable.ts';

/** Counts in a thread of its own what would keep the event loop from other requests. */

export interface CountingJob {
  readonly id: number;
  readonly pieces: readonly Uint8Array[];
  readonly plan: CountingPlan;
}

export type CountingReply = { readonly id: number } & (
  | { readonly counted: CountedRows }
  | { readonly uncountable: string }
  | { readonly failure: string }
);

function reply({ id, pieces, plan }: CountingJob): CountingReply {
  try {
    return { id, counted: countRows(pieces, plan) };
  } catch (error) {
    if (error instanceof UncountableRowsError) return { id, uncountable: error.message };
    return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', (job: CountingJob) => parentPort?.postMessage(reply(job), []));

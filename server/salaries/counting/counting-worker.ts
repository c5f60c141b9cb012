import { parentPort } from 'node:worker_threads';
import { countRows, type CountedRows, type CountingPlan } from './count-rows.ts';
import { UncountableRowsError } from './uncountable.ts';

/** Counts in a thread of its own what would keep the event loop from other requests. */

export interface CountingJob {
  readonly id: number;
  readonly bytes: Uint8Array;
  readonly plan: CountingPlan;
}

export type CountingReply = { readonly id: number } & (
  | { readonly counted: CountedRows }
  | { readonly uncountable: string }
  | { readonly failure: string }
);

function reply({ id, bytes, plan }: CountingJob): CountingReply {
  try {
    return { id, counted: countRows(bytes, plan) };
  } catch (error) {
    if (error instanceof UncountableRowsError) return { id, uncountable: error.message };
    return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', (job: CountingJob) => parentPort?.postMessage(reply(job), []));

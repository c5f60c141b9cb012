import { countRows, type CountedRows } from './count-rows.ts';
import { JobThreads, type JobThread } from './job-thread.ts';
import type { CountingPlan } from './plan.ts';
import type { CountingJob, CountingReply } from './counting-worker.ts';
import { UncountableRowsError } from './uncountable.ts';

/** About 3 ms of counting: less than a turn of the event loop may take, more than a thread's errand costs. */
const ownThreadBytes = 300_000;
/** From here on the groupings are worth two threads. */
const sharedBytes = 3_000_000;
const threads = 2;

const running = new JobThreads<CountingJob, CountingReply>(
  new URL('counting-worker.ts', import.meta.url),
  threads,
);
let lastId = 0;

async function countElsewhere(
  thread: JobThread<CountingJob, CountingReply>,
  pieces: readonly Uint8Array[],
  plan: CountingPlan,
): Promise<CountedRows> {
  lastId += 1;
  const reply = await thread.ask({ id: lastId, pieces, plan });
  if ('counted' in reply) return reply.counted;
  throw 'uncountable' in reply
    ? new UncountableRowsError(reply.uncountable)
    : new Error(reply.failure);
}

/** Rows as the warehouse handed them over, ready for the threads. */
export class RowPieces {
  readonly #pieces: Uint8Array[] = [];
  #length = 0;

  /** Adds a piece; the longer ones are laid where all threads can read them. */
  add(bytes: Uint8Array): void {
    this.#length += bytes.length;
    this.#pieces.push(bytes.length <= ownThreadBytes ? bytes : laidOut(bytes));
  }

  /**
   * Counts the rows here where they are few, in threads of this process where they are many.
   * Throws `UncountableRowsError` as `countRows` does.
   */
  async count(plan: CountingPlan): Promise<CountedRows> {
    const pieces = this.#pieces;
    if (this.#length <= ownThreadBytes) return countRows(pieces, plan);
    const shares = this.#length <= sharedBytes ? [plan] : shareOut(plan);
    const idle = running.byLoad();
    const counted = await Promise.all(
      idle.slice(0, shares.length).flatMap((thread, index) => {
        const share = shares[index];
        return share === undefined ? [] : [countElsewhere(thread, pieces, share)];
      }),
    );
    return {
      distribution: counted.find(({ distribution }) => distribution !== null)?.distribution ?? null,
      groups: new Map(counted.flatMap(({ groups }) => [...groups])),
    };
  }
}

function laidOut(bytes: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}

/** A plan's groupings in two halves; the distribution is the first one's. */
function shareOut(plan: CountingPlan): CountingPlan[] {
  const { groupings } = plan;
  const half = Math.floor(groupings.length / 2);
  if (half === 0) return [plan];
  return [
    { ...plan, groupings: groupings.slice(0, half) },
    { ...plan, groupings: groupings.slice(half), hasDistribution: false },
  ];
}

import { Worker } from 'node:worker_threads';
import { countRows, type CountedRows } from './count-rows.ts';
import type { CountingPlan } from './plan.ts';
import type { CountingJob, CountingReply } from './counting-worker.ts';
import { UncountableRowsError } from './uncountable.ts';

/** About 3 ms of counting: less than a turn of the event loop may take, more than a thread's errand costs. */
const ownThreadBytes = 300_000;
/** From here on the groupings are worth two threads. */
const sharedBytes = 3_000_000;
const threads = 2;

interface Waiting {
  readonly resolve: (counted: CountedRows) => void;
  readonly reject: (reason: unknown) => void;
}

/** A thread that counts, and what it is counting. */
class CountingThread {
  readonly #worker = new Worker(new URL('counting-worker.ts', import.meta.url));
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor(onEnd: () => void) {
    this.#worker.unref();
    this.#worker.on('message', (reply: CountingReply) => this.#take(reply));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => {
      this.#fail(new Error('The counting thread ended.'));
      onEnd();
    });
  }

  get load(): number {
    return this.#waiting.size;
  }

  count(pieces: readonly Uint8Array[], plan: CountingPlan): Promise<CountedRows> {
    const { promise, resolve, reject } = Promise.withResolvers<CountedRows>();
    const job: CountingJob = { id: ++this.#lastId, pieces, plan };
    this.#waiting.set(job.id, { resolve, reject });
    this.#worker.ref();
    this.#worker.postMessage(job, []);
    return promise;
  }

  #take(reply: CountingReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (this.#waiting.size === 0) this.#worker.unref();
    if ('counted' in reply) waiting?.resolve(reply.counted);
    else if ('uncountable' in reply) waiting?.reject(new UncountableRowsError(reply.uncountable));
    else waiting?.reject(new Error(reply.failure));
  }

  #fail(error: unknown): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

const running: CountingThread[] = [];

/** The thread with the least to do; a new one while there are few. */
function idlest(): CountingThread {
  if (running.length < threads) {
    const thread = new CountingThread(() => running.splice(running.indexOf(thread), 1));
    running.push(thread);
    return thread;
  }
  return running.reduce((least, thread) => (thread.load < least.load ? thread : least));
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
    const counted = await Promise.all(shares.map((share) => idlest().count(pieces, share)));
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

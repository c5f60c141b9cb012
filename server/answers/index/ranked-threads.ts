import { JobThreads, type JobThread } from '../../platform/job-thread.ts';
import { UncountableRowsError } from './uncountable.ts';
import type {
  AboutThread,
  RankedAnswer,
  RankedJob,
  RankedReply,
  RankedTask,
} from './ranked-worker.ts';
import { UnreadableMonthError } from './unreadable.ts';

/** Number of threads that share the lines of a query. */
export const threadCount = 2;

export type RankedThread = JobThread<RankedJob, RankedReply>;

const threadsOf = (about: AboutThread) =>
  new JobThreads<RankedJob, RankedReply>(
    new URL('ranked-worker.ts', import.meta.url),
    threadCount,
    about,
  );
const [usual, yielding] = [threadsOf({ isYielding: false }), threadsOf({ isYielding: true })];
let lastJob = 0;

/**
 * The threads that count over month files, those with the fewest jobs first. Jobs that yield to others have separate
 * threads, because a running job is never interrupted.
 */
export const idlestThreads = ({
  isYielding = false,
}: {
  readonly isYielding?: boolean | undefined;
}): readonly RankedThread[] => (isYielding ? yielding : usual).byLoad();

/** A task with a unique number. */
export function newJob(task: RankedTask): RankedJob {
  lastJob += 1;
  return { id: lastJob, task };
}

/** Signals threads to stop once an abort signal fires. Dispose of it when the threads are done. */
export class StopFlag implements Disposable {
  readonly flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #signal: AbortSignal | undefined;

  /** Throws the signal's reason if it has already aborted. */
  constructor(signal: AbortSignal | undefined) {
    signal?.throwIfAborted();
    this.#signal = signal;
    signal?.addEventListener('abort', this.raise, { once: true });
  }

  readonly raise = () => {
    Atomics.store(this.flag, 0, 1);
  };

  [Symbol.dispose](): void {
    this.#signal?.removeEventListener('abort', this.raise);
  }
}

/** Throws `UncountableRowsError` and `UnreadableMonthError` as counting does, and any other error of the thread. */
export async function answerOf(thread: RankedThread, job: RankedJob): Promise<RankedAnswer> {
  const { answer } = await thread.ask(job);
  if (answer.kind === 'uncountable') throw new UncountableRowsError(answer.reason);
  if (answer.kind === 'unreadable') throw new UnreadableMonthError(answer.path, answer.reason);
  if (answer.kind === 'failed') throw new Error(answer.stack);
  return answer;
}

export const unexpected = ({ kind }: RankedAnswer) =>
  new TypeError(`A thread answered with ${kind}.`);

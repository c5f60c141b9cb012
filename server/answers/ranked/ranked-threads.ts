import { JobThreads, type JobThread } from '../../platform/job-thread.ts';
import { UncountableRowsError } from '../counting/uncountable.ts';
import type {
  AboutThread,
  RankedAnswer,
  RankedJob,
  RankedReply,
  RankedTask,
} from './ranked-worker.ts';
import { UnreadableMonthError } from './unreadable.ts';

/** As many as the lines of a question are shared out among. */
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
 * The threads that count over the months' files, those with the least to do first. What lets others go before it has
 * threads of its own: a job is never left half done.
 */
export const idlestThreads = ({
  isYielding = false,
}: {
  readonly isYielding?: boolean | undefined;
}): readonly RankedThread[] => (isYielding ? yielding : usual).byLoad();

/** A task with a number that no other has. */
export function newJob(task: RankedTask): RankedJob {
  lastJob += 1;
  return { id: lastJob, task };
}

/** What tells threads to stop once a signal aborts; disposed of when nobody need be told any more. */
export class StopFlag implements Disposable {
  readonly flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #signal: AbortSignal | undefined;

  /** Throws the signal's reason where it has aborted already. */
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

/** Throws `UncountableRowsError` as counting does, `UnreadableMonthError`, and what failed in the thread. */
export async function answerOf(thread: RankedThread, job: RankedJob): Promise<RankedAnswer> {
  const { answer } = await thread.ask(job);
  if (answer.kind === 'uncountable') throw new UncountableRowsError(answer.reason);
  if (answer.kind === 'unreadable') throw new UnreadableMonthError(answer.path, answer.reason);
  if (answer.kind === 'failed') throw new Error(answer.stack);
  return answer;
}

export const unexpected = ({ kind }: RankedAnswer) =>
  new TypeError(`A thread answered with ${kind}.`);

import { Worker } from 'node:worker_threads';
import { UncountableRowsError } from '../counting/uncountable.ts';
import { UnreadableMonthError } from './unreadable.ts';
import type { RankedAnswer, RankedJob, RankedReply, RankedTask } from './ranked-worker.ts';

/** As many as the lines of a question are shared out among. */
export const threadCount = 2;

interface Waiting {
  readonly resolve: (answer: RankedAnswer) => void;
  readonly reject: (reason: unknown) => void;
}

/** A thread that counts over the months' files, one task after another. */
export class RankedThread {
  readonly #worker = new Worker(new URL('ranked-worker.ts', import.meta.url));
  readonly #waiting = new Map<number, Waiting>();
  #failure: unknown;

  constructor(onEnd: () => void) {
    this.#worker.unref();
    this.#worker.on('message', ({ id, answer }: RankedReply) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#worker.unref();
      waiting?.resolve(answer);
    });
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => {
      this.#fail(new Error('The counting thread ended.'));
      onEnd();
    });
  }

  /** How many tasks it has not ended. */
  get load(): number {
    return this.#waiting.size;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  /** Throws `UncountableRowsError` as counting does, `UnreadableMonthError`, and what failed in the thread. */
  async ask(job: RankedJob): Promise<RankedAnswer> {
    if (this.#failure !== undefined) throw this.#failure;
    const { promise, resolve, reject } = Promise.withResolvers<RankedAnswer>();
    this.#waiting.set(job.id, { resolve, reject });
    this.#worker.ref();
    this.#worker.postMessage(job, []);
    const answer = await promise;
    if (answer.kind === 'uncountable') throw new UncountableRowsError(answer.reason);
    if (answer.kind === 'unreadable') throw new UnreadableMonthError(answer.path, answer.reason);
    if (answer.kind === 'failed') throw new Error(answer.stack);
    return answer;
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

const running: RankedThread[] = [];
let lastJob = 0;

/** The threads with the least to do first; new ones while there are few. */
export function idlestThreads(): readonly RankedThread[] {
  while (running.length < threadCount) {
    const thread: RankedThread = new RankedThread(() => running.splice(running.indexOf(thread), 1));
    running.push(thread);
  }
  return running.toSorted((a, b) => a.load - b.load);
}

/** A task with a number that no other has. */
export function newJob(task: RankedTask): RankedJob {
  lastJob += 1;
  return { id: lastJob, task };
}

import { Worker, type Transferable, type WorkerOptions } from 'node:worker_threads';
import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';

export interface Job<Task> {
  readonly id: number;
  readonly task: Task;
}

/** The result of the job with the same number. */
export interface JobReply<Result> {
  readonly id: number;
  readonly result: Result;
}

/** A thread of this process that runs jobs one after another. A thread without jobs does not keep the process alive. */
export class JobThread<Task, Result> {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, PromiseWithResolvers<Result>>();
  #lastJob = 0;
  #failure: unknown;

  /** Calls `onEnd` when the thread takes no more jobs: it ended or is about to. */
  constructor(script: URL, onEnd: () => void, options: WorkerOptions = {}) {
    this.#worker = new Worker(script, options);
    this.#worker.on('message', (reply: JobReply<Result>) => this.#take(reply));
    const end = (error: unknown) => {
      // Before the jobs reject: their callers may run others at once.
      onEnd();
      this.#fail(error);
    };
    this.#worker.on('error', end);
    this.#worker.on('exit', () => end(new Error('The thread ended.')));
    // A message listener keeps the process alive, so this must come after it.
    this.#worker.unref();
  }

  get load(): number {
    return this.#waiting.size;
  }

  /**
   * Rejects if the thread ends before it replies, and at once if it has already ended. Throws for a task that cannot be
   * sent. Transfers the memory in `transferList` to the thread: the caller can no longer use it.
   */
  run(task: Task, transferList: readonly Transferable[] = []): Promise<Result> {
    const waiting = Promise.withResolvers<Result>();
    if (this.#failure === undefined) {
      this.#lastJob += 1;
      const job: Job<Task> = { id: this.#lastJob, task };
      // First, because it throws for a task that cannot be sent.
      this.#worker.postMessage(job, transferList);
      this.#waiting.set(job.id, waiting);
      this.#worker.ref();
    } else waiting.reject(this.#failure);
    return waiting.promise;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #take({ id, result }: JobReply<Result>): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#worker.unref();
    waiting?.resolve(result);
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

export interface JobThreadsOptions extends WorkerOptions {
  /** The threads end after this time without a job, which frees their memory. Without it they run until `end`. */
  readonly idleMs?: number;
}

/** A fixed number of threads of one kind, started on first use. */
export class JobThreads<Task, Result> {
  readonly #script: URL;
  readonly #size: number;
  readonly #options: WorkerOptions;
  readonly #idleMs: number | undefined;
  readonly #running = new Set<JobThread<Task, Result>>();
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(script: URL, size: number, { idleMs, ...options }: JobThreadsOptions = {}) {
    this.#script = script;
    this.#size = size;
    this.#options = options;
    this.#idleMs = idleMs;
  }

  /** All threads, the least loaded first. */
  byLoad(): readonly JobThread<Task, Result>[] {
    while (this.#running.size < this.#size) this.#running.add(this.#start());
    this.#awaitIdleness();
    return [...this.#running].toSorted((a, b) => a.load - b.load);
  }

  idlest(): JobThread<Task, Result> {
    const [thread] = this.byLoad();
    if (thread === undefined) throw new RangeError('There are no threads.');
    return thread;
  }

  /** Ends the threads that run. Later jobs start others. */
  async end(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const ending = [...this.#running];
    // Later jobs must not get a thread that is about to end.
    this.#running.clear();
    await Promise.all(ending.map((thread) => thread.end()));
  }

  #awaitIdleness(): void {
    clearTimeout(this.#idleTimer);
    if (this.#idleMs === undefined) return;
    this.#idleTimer = setTimeout(() => {
      if ([...this.#running].some(({ load }) => load > 0)) this.#awaitIdleness();
      else void this.end();
    }, this.#idleMs).unref();
  }

  #start(): JobThread<Task, Result> {
    const onEnd = () => void this.#running.delete(thread);
    const thread: JobThread<Task, Result> = new JobThread(this.#script, onEnd, this.#options);
    return thread;
  }
}

const lowestPriority = 19;

/**
 * Raises the niceness of the calling thread: by 5 leaves it a third of its processor shares, by 10 a tenth. Does nothing
 * on systems without a priority for each thread.
 */
export function lowerPriority(niceness: number): void {
  try {
    const thread = Number(basename(readlinkSync('/proc/thread-self')));
    setPriority(thread, Math.min(lowestPriority, getPriority(thread) + niceness));
  } catch {
    // The system is not Linux, or does not expose `/proc`.
  }
}

/** Lowers the priority of its thread and restores it. Throws where the system does not permit the latter. */
const restoringPriority = `
  const { getPriority, setPriority } = require('node:os');
  const thread = Number(require('node:fs').readlinkSync('/proc/thread-self').split('/').at(-1));
  const own = getPriority(thread);
  setPriority(thread, own + 1);
  setPriority(thread, own);`;

/**
 * Whether a thread of this process can get its priority back after it lowered it. A thread tries it, because the
 * capabilities of a process say nothing: within a user namespace they have no effect on priorities.
 */
export async function canRestorePriority(): Promise<boolean> {
  const trial = new Worker(restoringPriority, { eval: true });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  trial.once('error', () => resolve(false));
  trial.once('exit', (code) => resolve(code === 0));
  return promise;
}

import { Worker } from 'node:worker_threads';

/** What a thread is sent, and what it answers, belong together by number. */
interface Numbered {
  readonly id: number;
}

interface Waiting<Reply> {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (reason: unknown) => void;
}

/** A thread of this process that answers jobs one after another. It keeps no process alive while it has none. */
export class JobThread<Job extends Numbered, Reply extends Numbered> {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting<Reply>>();
  #failure: unknown;

  /** `onEnd` is told when the thread has ended, for whatever reason. */
  constructor(script: URL, onEnd: () => void, workerData?: unknown) {
    this.#worker = new Worker(script, { workerData });
    this.#worker.on('message', (reply: Reply) => this.#take(reply));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => {
      this.#fail(new Error('The thread ended.'));
      onEnd();
    });
    // Whoever listens for messages keeps the process: this must come after.
    this.#worker.unref();
  }

  /** How many jobs it has not answered. */
  get load(): number {
    return this.#waiting.size;
  }

  /**
   * Rejects when the thread ends before it has answered, and at once when it has ended already. The memory that is
   * given away is no longer this thread's.
   */
  ask(job: Job, givenAway: readonly ArrayBuffer[] = []): Promise<Reply> {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    if (this.#failure === undefined) {
      this.#waiting.set(job.id, { resolve, reject });
      this.#worker.ref();
      this.#worker.postMessage(job, givenAway);
    } else reject(this.#failure);
    return promise;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #take(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (this.#waiting.size === 0) this.#worker.unref();
    waiting?.resolve(reply);
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/** So many threads of a kind, which begin when the first is needed. */
export class JobThreads<Job extends Numbered, Reply extends Numbered> {
  readonly #script: URL;
  readonly #size: number;
  readonly #workerData: unknown;
  readonly #running: JobThread<Job, Reply>[] = [];

  /** `workerData` is what each of them finds in its own. */
  constructor(script: URL, size: number, workerData?: unknown) {
    this.#script = script;
    this.#size = size;
    this.#workerData = workerData;
  }

  /** All of them, those with the least to do first. */
  byLoad(): readonly JobThread<Job, Reply>[] {
    while (this.#running.length < this.#size) this.#running.push(this.#begun());
    return this.#running.toSorted((a, b) => a.load - b.load);
  }

  #begun(): JobThread<Job, Reply> {
    const onEnd = () => {
      this.#running.splice(this.#running.indexOf(thread), 1);
    };
    const thread: JobThread<Job, Reply> = new JobThread(this.#script, onEnd, this.#workerData);
    return thread;
  }
}

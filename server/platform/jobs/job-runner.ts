import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { isTransientFailure } from '../store/store-error.ts';

const leaseMs = 15_000;
const heartbeatMs = 2_000;
const pollMs = 1_000;

/** The worker that claims a job, and when the claim expires without a renewal; times are ISO-8601 in UTC. */
export interface Claim {
  readonly worker: string;
  readonly now: string;
  readonly leaseUntil: string;
}

/** A kind of work whose jobs are rows, as a runner needs it. */
export interface JobKind {
  /** For the log. */
  readonly name: string;
  /** Claims a waiting job, or one whose worker died; undefined if no job is available. */
  claim(claim: Claim): Promise<string | undefined>;
  /** Renews a claim; false if another worker has it or the job was cancelled. */
  renew(id: string, claim: Claim): Promise<boolean>;
  /** Runs the job and records its outcome. A second run does no harm. */
  run(id: string, held: { readonly worker: string; readonly signal: AbortSignal }): Promise<void>;
  /** Ends a job that failed or was cancelled. */
  fail(id: string, worker: string, error: unknown): Promise<void>;
  /** Returns a job to the queue unless it was cancelled: the runner stops, or the app database was unavailable. */
  release(id: string, worker: string): Promise<void>;
}

export interface JobRunnerOptions {
  readonly kind: JobKind;
  readonly logger: Logger;
  readonly clock: () => Date;
  /** Maximum number of concurrent jobs of this kind in this process. */
  readonly atOnce: number;
  /** The abort reason for the signal of a cancelled job. */
  readonly stopped: () => Error;
  /** Called after each job, whatever its outcome. */
  readonly onEnded?: ((id: string) => Promise<void>) | undefined;
  /** Called when the queue becomes empty after a job, never twice at once. The signal aborts long work. */
  readonly onIdle?: ((signal: AbortSignal) => Promise<void>) | undefined;
}

/** A claimed job that runs here. */
interface RunningJob {
  readonly id: string;
  readonly worker: string;
  readonly abort: (reason: unknown) => void;
}

/**
 * Runs waiting jobs, whichever process queued them. A claim is a lease that must be renewed: another runner takes over
 * and repeats the job of a dead process.
 */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #stopping = new AbortController();
  readonly #runningJobs = new Set<RunningJob>();
  readonly #wakeUps = new Set<() => void>();
  #running: Promise<unknown> | undefined;
  #idling: Promise<void> = Promise.resolve();

  constructor(options: JobRunnerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running ??= this.#together(() => this.#loop());
  }

  /** Looks for jobs now instead of at the next poll. */
  wake(): void {
    for (const wake of this.#wakeUps) wake();
  }

  /** Stops the job at once if it runs here. A runner in another process reads the request from the job's row. */
  cancel(id: string): void {
    for (const job of this.#runningJobs) if (job.id === id) job.abort(this.#options.stopped());
  }

  /** Ends the loop. Running jobs are interrupted and return to the queue. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The runner is stopping.'));
    this.wake();
    await this.#running;
    await this.#idling;
  }

  /** Runs jobs until the queue is empty. */
  async drain(): Promise<void> {
    await this.#together(() => this.#drainOne());
  }

  async #together(work: () => Promise<unknown>): Promise<void> {
    await Promise.all(Array.from({ length: this.#options.atOnce }, work));
  }

  /** Returns whether there was a job. */
  async #drainOne(): Promise<boolean> {
    let hasRun = false;
    while (!this.#stopping.signal.aborted && (await this.#runNext())) hasRun = true;
    return hasRun;
  }

  async #loop(): Promise<void> {
    const { logger, kind } = this.#options;
    while (!this.#stopping.signal.aborted) {
      try {
        if (await this.#drainOne()) this.#becomeIdle();
      } catch (error) {
        logger.error({ err: error }, `the runner of ${kind.name} could not work`);
      }
      await this.#pause();
    }
  }

  // Not awaited, so that a new job starts at once. A job that ends meanwhile has its own call after this one.
  #becomeIdle(): void {
    const { onIdle } = this.#options;
    const { signal } = this.#stopping;
    this.#idling = this.#idling.then(() =>
      signal.aborted ? undefined : this.#follow(() => onIdle?.(signal)),
    );
  }

  /** Does what follows jobs. Its failure is only logged, because the jobs have ended. */
  async #follow(work: () => Promise<void> | undefined): Promise<void> {
    const { logger, kind } = this.#options;
    try {
      await work();
    } catch (error) {
      if (!this.#stopping.signal.aborted)
        logger.warn({ err: error }, `what follows ${kind.name} failed`);
    }
  }

  async #pause(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, pollMs);
    this.#wakeUps.add(resolve);
    await promise;
    this.#wakeUps.delete(resolve);
    clearTimeout(timer);
  }

  async #runNext(): Promise<boolean> {
    const { kind, onEnded } = this.#options;
    // A worker of its own for each claim: another loop of this runner may take over a job whose claim has expired.
    const worker = randomUUID();
    const id = await kind.claim(this.#claim(worker));
    if (id === undefined) return false;
    const cancel = new AbortController();
    const job: RunningJob = { id, worker, abort: (reason) => cancel.abort(reason) };
    this.#runningJobs.add(job);
    const heart = this.#keepAlive(job);
    try {
      await heart.beat();
      const signal = AbortSignal.any([this.#stopping.signal, cancel.signal]);
      signal.throwIfAborted();
      await kind.run(id, { worker, signal });
    } catch (error) {
      await this.#fail(job, cancel.signal.aborted ? cancel.signal.reason : error);
    } finally {
      heart.stop();
      this.#runningJobs.delete(job);
    }
    await this.#follow(() => onEnded?.(id));
    return true;
  }

  async #fail(job: RunningJob, error: unknown): Promise<void> {
    const { kind } = this.#options;
    if (this.#stopping.signal.aborted || isTransientFailure(error)) await this.#putBack(job);
    else await kind.fail(job.id, job.worker, error);
  }

  /** Retries while the app database is unavailable. If the runner stops, the claim expires by itself. */
  async #putBack({ id, worker }: RunningJob): Promise<void> {
    for (;;) {
      try {
        return await this.#options.kind.release(id, worker);
      } catch (error) {
        if (!isTransientFailure(error) || this.#stopping.signal.aborted) throw error;
        await this.#pause();
      }
    }
  }

  /** Renews the claim until `stop` is called. */
  #keepAlive({ id, worker, abort }: RunningJob) {
    const { kind, logger, stopped } = this.#options;
    let renewedAt = performance.now();
    const beat = async () => {
      try {
        // If the renewal fails, another worker has the claim or the job was cancelled: the work here must have no
        // effect.
        if (!(await kind.renew(id, this.#claim(worker)))) abort(stopped());
        renewedAt = performance.now();
      } catch (error) {
        logger.warn({ err: error, job: id }, 'a lease could not be renewed');
        if (performance.now() - renewedAt > leaseMs) abort(error);
      }
    };
    const timer = setInterval(() => void beat(), heartbeatMs);
    return { beat, stop: () => clearInterval(timer) };
  }

  #claim(worker: string): Claim {
    const now = this.#options.clock();
    return {
      worker,
      now: now.toISOString(),
      leaseUntil: new Date(now.getTime() + leaseMs).toISOString(),
    };
  }
}

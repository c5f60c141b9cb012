import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { isPassing } from '../store/store-error.ts';

const LEASE_MS = 15_000;
const HEARTBEAT_MS = 2_000;
const POLL_MS = 1_000;

/** Who claims a job, and until when the claim stands without a sign of life; ISO-8601 in UTC. */
export interface Claim {
  readonly worker: string;
  readonly now: string;
  readonly leaseUntil: string;
}

/** What a runner needs to know of a kind of work whose jobs are rows. */
export interface JobKind {
  /** For the log. */
  readonly name: string;
  /** Takes a waiting job, or one whose worker died; undefined where none may be taken now. */
  claim(claim: Claim): Promise<string | undefined>;
  /** Lengthens a claim; false where it is another's by now or where the job was asked to stop. */
  renew(id: string, claim: Claim): Promise<boolean>;
  /** Does the work and writes down how it ended. It may run twice without harm. */
  run(id: string, held: { readonly worker: string; readonly signal: AbortSignal }): Promise<void>;
  /** Ends a job that failed or was asked to stop. */
  fail(id: string, worker: string, error: unknown): Promise<void>;
  /** Puts a job back in the queue, unless it was asked to stop: the runner is stopping, or the app database was away. */
  release(id: string, worker: string): Promise<void>;
}

export interface JobRunnerOptions {
  readonly kind: JobKind;
  readonly logger: Logger;
  readonly clock: () => Date;
  /** So many jobs of the kind run in this process together. */
  readonly atOnce: number;
  /** Why the signal of a job that was asked to stop aborts. */
  readonly stopped: () => Error;
  /** Called after each job has ended, whatever its outcome. */
  readonly onEnded?: ((id: string) => Promise<void>) | undefined;
  /** Called when jobs were done and none is left; what takes long there ends with the signal. */
  readonly onIdle?: ((signal: AbortSignal) => Promise<void>) | undefined;
}

/**
 * Takes waiting jobs, whichever process queued them. A claim is a lease that must be renewed: what a dead process
 * left is taken over and done again.
 */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #worker = randomUUID();
  readonly #stopping = new AbortController();
  readonly #underWay = new Map<string, AbortController>();
  readonly #sleepers = new Set<() => void>();
  #running: Promise<unknown> | undefined;
  #idling: Promise<void> | undefined;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
  }

  /** Starts taking jobs in the background. */
  start(): void {
    this.#running ??= this.#together(() => this.#loop());
  }

  /** Looks for work now instead of at the next turn. */
  wake(): void {
    for (const wake of this.#sleepers) wake();
  }

  /** Stops this job at once if it is under way here; whoever has it elsewhere sees its row. */
  cancel(id: string): void {
    this.#underWay.get(id)?.abort(this.#options.stopped());
  }

  /** Ends the loop; jobs under way are interrupted and go back to the queue. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The runner is stopping.'));
    this.wake();
    await this.#running;
    await this.#idling;
  }

  /** Takes jobs until none waits. */
  async drain(): Promise<void> {
    await this.#together(() => this.#drainOne());
  }

  async #together(work: () => Promise<unknown>): Promise<void> {
    await Promise.all(Array.from({ length: this.#options.atOnce }, work));
  }

  /** Answers whether there was any. */
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

  // Not waited for: a job that comes meanwhile begins at once.
  #becomeIdle(): void {
    const { onIdle, logger, kind } = this.#options;
    const { signal } = this.#stopping;
    this.#idling ??= onIdle?.(signal)
      .catch((error: unknown) => {
        if (!signal.aborted) logger.warn({ err: error }, `what follows ${kind.name} failed`);
      })
      .finally(() => {
        this.#idling = undefined;
      });
  }

  async #pause(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, POLL_MS);
    this.#sleepers.add(resolve);
    await promise;
    this.#sleepers.delete(resolve);
    clearTimeout(timer);
  }

  async #runNext(): Promise<boolean> {
    const { kind, onEnded } = this.#options;
    const id = await kind.claim(this.#claim());
    if (id === undefined) return false;
    const cancel = new AbortController();
    this.#underWay.set(id, cancel);
    const heart = this.#keepAlive(id);
    try {
      await heart.beat();
      const signal = AbortSignal.any([this.#stopping.signal, cancel.signal]);
      signal.throwIfAborted();
      await kind.run(id, { worker: this.#worker, signal });
    } catch (error) {
      await this.#fail(id, cancel.signal.aborted ? cancel.signal.reason : error);
    } finally {
      heart.stop();
      this.#underWay.delete(id);
    }
    await onEnded?.(id);
    return true;
  }

  async #fail(id: string, error: unknown): Promise<void> {
    const { kind } = this.#options;
    if (this.#stopping.signal.aborted || isPassing(error)) await this.#putBack(id);
    else await kind.fail(id, this.#worker, error);
  }

  /** While the app database is away it is tried again; of a runner that stops, the claim ends by itself. */
  async #putBack(id: string): Promise<void> {
    for (;;) {
      try {
        return await this.#options.kind.release(id, this.#worker);
      } catch (error) {
        if (!isPassing(error) || this.#stopping.signal.aborted) throw error;
        await this.#pause();
      }
    }
  }

  /** Renews the claim until it is stopped. */
  #keepAlive(id: string) {
    const { kind, logger } = this.#options;
    let renewedAt = performance.now();
    const beat = async () => {
      try {
        // Without its row the claim is another's: what is done here must come to nothing.
        if (!(await kind.renew(id, this.#claim()))) this.cancel(id);
        renewedAt = performance.now();
      } catch (error) {
        logger.warn({ err: error, job: id }, 'a lease could not be renewed');
        if (performance.now() - renewedAt > LEASE_MS) this.#underWay.get(id)?.abort(error);
      }
    };
    const timer = setInterval(() => void beat(), HEARTBEAT_MS);
    return { beat, stop: () => clearInterval(timer) };
  }

  #claim(): Claim {
    const now = this.#options.clock();
    return {
      worker: this.#worker,
      now: now.toISOString(),
      leaseUntil: new Date(now.getTime() + LEASE_MS).toISOString(),
    };
  }
}

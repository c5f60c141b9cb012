import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { HealthAnswer, HealthPart } from '../../shared/contracts/overview.ts';
import { AppError } from '../platform/errors.ts';
import { StoreError } from '../platform/store/store-error.ts';
import { awayMessage, WarehouseAwayError } from '../platform/warehouse/engine-error.ts';

/** One part of the product that can fail independently. */
export interface HealthCheck {
  readonly part: string;
  /** The part's name on screen. */
  readonly label: string;
  /**
   * Rejects when the part does not work; the message of an `AppError` is shown to users. Resolves to a `HealthWarning`
   * when the part works but needs attention, and to a text when the part is well and has a note.
   */
  readonly run: () => Promise<unknown>;
  /** Rejects if no search can be answered. Present where that requires less than `run` checks. */
  readonly readiness?: () => Promise<unknown>;
}

/** A problem of a part that works. */
export class HealthWarning {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

const timeoutMs = 5_000;

/** Runs every check and returns the state of each part. */
export async function healthOf(
  checks: readonly HealthCheck[],
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<HealthAnswer> {
  const parts = await Promise.all(checks.map((check) => stateOf(check, log)));
  return { status: parts.some(({ status }) => status === 'failing') ? 'failing' : 'ok', parts };
}

async function stateOf(
  { part, label, run }: HealthCheck,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<HealthPart> {
  try {
    const answer = await Promise.race([run(), refuseLate()]);
    return answer instanceof HealthWarning
      ? { part, label, status: 'warning', message: answer.message }
      : { part, label, status: 'ok', message: typeof answer === 'string' ? answer : null };
  } catch (error) {
    log.error({ err: error, part }, 'health check failed');
    return { part, label, status: 'failing', message: publicMessage(error) };
  }
}

function publicMessage(error: unknown): string {
  if (error instanceof AppError || error instanceof StoreError) return error.message;
  if (error instanceof WarehouseAwayError) return awayMessage(error);
  return 'Respondeu de forma inesperada.';
}

async function refuseLate(): Promise<never> {
  await sleep(timeoutMs, undefined, { ref: false });
  throw new AppError('unhealthy', 503, `Não respondeu em ${timeoutMs / 1000} segundos.`);
}

/** A check that runs at most once per interval, because the health route is open to everyone. */
export function cached(check: HealthCheck, everyMs: number): HealthCheck {
  const { run, readiness } = check;
  return {
    ...check,
    run: atMostOncePer(run, everyMs),
    ...(readiness && { readiness: atMostOncePer(readiness, everyMs) }),
  };
}

function atMostOncePer(run: () => Promise<unknown>, everyMs: number) {
  let last: { readonly at: number; readonly answer: Promise<unknown> } | undefined;
  return () => {
    const now = performance.now();
    if (last === undefined || now - last.at >= everyMs) last = { at: now, answer: run() };
    return last.answer;
  };
}

const runningAfterMs = 3_000;

/** A check that reports that it is still running after `runningAfterMs`. Apply it outside `cached`. */
export function orStillRunning(check: HealthCheck, sentence: string): HealthCheck {
  return {
    ...check,
    run: () => Promise.race([check.run(), sleep(runningAfterMs, sentence, { ref: false })]),
  };
}

/** Whether this process should receive requests: not before it has started, and not once it begins to stop. */
export class Readiness {
  #state: 'starting' | 'ready' | 'stopping' = 'starting';

  get isReady(): boolean {
    return this.#state === 'ready';
  }

  get isStopping(): boolean {
    return this.#state === 'stopping';
  }

  started(): void {
    if (this.#state === 'starting') this.#state = 'ready';
  }

  stopping(): void {
    this.#state = 'stopping';
  }
}

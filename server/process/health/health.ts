import type { FastifyBaseLogger } from 'fastify';
import type { HealthAnswer, HealthPart } from '../../../shared/contracts/health.ts';
import { AppError } from '../../platform/errors.ts';
import { StoreError } from '../../platform/store/store-error.ts';

/** One part of the product that can fail by itself. */
export interface HealthCheck {
  readonly part: string;
  /** What people call the part. */
  readonly label: string;
  /**
   * Rejects when the part does not work; an `AppError` says why to people. A `HealthWarning` is answered by a part
   * that works and that someone should look at, a text by one that is well and has something to tell.
   */
  readonly run: () => Promise<unknown>;
  /** Rejects where no search can be answered, if that is less than `run` asks. */
  readonly answers?: () => Promise<unknown>;
}

/** What is not right with a part that works. */
export class HealthWarning {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

const patienceMs = 5_000;

/** Asks every part how it is. */
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
    const answer = await inTime(run());
    return answer instanceof HealthWarning
      ? { part, label, status: 'warning', message: answer.message }
      : { part, label, status: 'ok', message: typeof answer === 'string' ? answer : null };
  } catch (error) {
    log.error({ err: error, part }, 'health check failed');
    return { part, label, status: 'failing', message: toldToAll(error) };
  }
}

const toldToAll = (error: unknown) =>
  error instanceof AppError || error instanceof StoreError
    ? error.message
    : 'Não respondeu como deveria.';

async function inTime(answer: Promise<unknown>): Promise<unknown> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), patienceMs);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The same check, asked at most once in this time: anyone may ask for the health, as often as he likes. */
export function rarely(check: HealthCheck, everyMs: number, clock: () => Date): HealthCheck {
  const { run, answers } = check;
  return {
    ...check,
    run: askedRarely(run, everyMs, clock),
    ...(answers && { answers: askedRarely(answers, everyMs, clock) }),
  };
}

function askedRarely(ask: () => Promise<unknown>, everyMs: number, clock: () => Date) {
  let last: { readonly at: number; readonly answer: Promise<unknown> } | undefined;
  return () => {
    const now = clock().getTime();
    if (last === undefined || now - last.at >= everyMs) last = { at: now, answer: ask() };
    return last.answer;
  };
}

const soonMs = 3_000;

/** The same check, which tells that it is under way while it is slow. Put it around `rarely`. */
export function soon(check: HealthCheck, underWay: string): HealthCheck {
  return {
    ...check,
    run: () => {
      const { promise, resolve } = Promise.withResolvers<string>();
      const timer = setTimeout(() => resolve(underWay), soonMs);
      return Promise.race([check.run(), promise]).finally(() => clearTimeout(timer));
    },
  };
}

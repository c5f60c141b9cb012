import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type ApiCaller,
  type ApiKeysDeps,
  maybeApiCaller,
} from '../../people/identity/api-keys.ts';
import { type Remaining, Spacing, WindowLimit } from '../../people/limits/rate-limit.ts';
import { sha256 } from '../../platform/digest.ts';
import { AppError } from '../../platform/errors.ts';
import { leaving } from '../scheduling/answering.ts';

/** The key in `Authorization: Bearer`; everything else in the request, such as a cookie, is ignored. */
const keyOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer (\S{1,200})$/i.exec(headers.authorization ?? '')?.[1];

/** Reads the caller from the request's key. */
export const apiCallerReader =
  (deps: ApiKeysDeps) =>
  async (request: FastifyRequest): Promise<ApiCaller | undefined> => {
    const key = keyOf(request);
    return key === undefined ? undefined : maybeApiCaller(deps, key);
  };

const perWindow = 120;
const windowSeconds = 60;
const policy = `"chave";q=${perWindow};w=${windowSeconds}`;
/** Time between two refusals of one key, and the longest time that a refusal waits, in milliseconds. */
const refusalEveryMs = 100;
const longestRefusalMs = 10_000;

/**
 * Limits each key to `perWindow` calls per minute from its first call, counted per process. Every response states the
 * remaining calls in the IETF's RateLimit header fields (draft-ietf-httpapi-ratelimit-headers). Call it before
 * `guardRoutes`: a call beyond the limit is refused before the key is looked up. A key's refusals are sent one after
 * another, so that a program that repeats its calls at once does not occupy the event loop.
 */
export function limitKeys(app: FastifyInstance, clock: () => Date): void {
  const calls = new WindowLimit(perWindow, windowSeconds, clock);
  const refusals = new Spacing({ everyMs: refusalEveryMs, longestMs: longestRefusalMs }, clock);

  app.addHook('onRequest', async (request, reply) => {
    const key = keyOf(request);
    const caller = key === undefined ? undefined : sha256(key);
    if (caller === undefined || calls.remaining(caller).left > 0) return;
    const signal = leaving(reply);
    const delayMs = refusals.delayMs(caller);
    await sleep(delayMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    const remaining = calls.remaining(caller);
    // A new window may have begun meanwhile.
    if (remaining.left > 0) return;
    answerLeft(reply, remaining);
    throw tooManyCalls(remaining.seconds);
  });

  // Only keys that exist are counted: others must not displace them.
  app.addHook('preValidation', async (request, reply) => {
    const key = keyOf(request);
    if (request.apiCaller === null || key === undefined) return;
    const remaining = calls.take(sha256(key));
    answerLeft(reply, remaining);
    if (remaining.left < 0) throw tooManyCalls(remaining.seconds);
  });
}

const answerLeft = (reply: FastifyReply, { left, seconds }: Remaining) =>
  reply
    .header('ratelimit-policy', policy)
    .header('ratelimit', `"chave";r=${Math.max(0, left)};t=${seconds}`);

const tooManyCalls = (seconds: number) =>
  new AppError(
    'too_many_requests',
    429,
    `Esta chave passou de ${perWindow} pedidos por minuto. Tente de novo em ${seconds} s.`,
    { retryAfterSeconds: seconds },
  );

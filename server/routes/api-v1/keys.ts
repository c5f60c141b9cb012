import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ApiCaller, maybeApiCaller } from '../../people/identity/api-keys.ts';
import { type Remaining, windowLimit } from '../../people/limits/rate-limit.ts';
import { sha256 } from '../../platform/digest.ts';
import { AppError } from '../../platform/errors.ts';
import type { StoreAndClock } from '../../platform/store/store.ts';

/** The key in `Authorization: Bearer`; everything else in the request, such as a cookie, is ignored. */
const keyOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer (\S{1,200})$/i.exec(headers.authorization ?? '')?.[1];

export const apiCallerReader =
  (deps: StoreAndClock) =>
  async (request: FastifyRequest): Promise<ApiCaller | undefined> => {
    const key = keyOf(request);
    return key === undefined
      ? undefined
      : maybeApiCaller(deps, key, (error) => {
          request.log.warn({ err: error }, 'the use of a key was not noted');
        });
  };

const perWindow = 120;
const windowSeconds = 60;
const policy = `"chave";q=${perWindow};w=${windowSeconds}`;

/**
 * Limits each key to `perWindow` calls per minute from its first call, counted per process. Every response states the
 * remaining calls in the IETF's RateLimit header fields (draft-ietf-httpapi-ratelimit-headers). Call it before
 * `guardRoutes`: a call beyond the limit is refused before the key is looked up.
 */
export function limitKeys(app: FastifyInstance, clock: () => Date): void {
  const calls = windowLimit(perWindow, windowSeconds, clock);

  app.addHook('onRequest', async (request, reply) => {
    const key = keyOf(request);
    const caller = key === undefined ? undefined : sha256(key);
    if (caller === undefined) return;
    const remaining = calls.remaining(caller);
    if (remaining.left > 0) return;
    sendRemaining(reply, remaining);
    throw tooManyCalls(remaining.seconds);
  });

  // Only keys that exist are counted: others must not displace them.
  app.addHook('preValidation', async (request, reply) => {
    const key = keyOf(request);
    if (request.apiCaller === null || key === undefined) return;
    const remaining = calls.take(sha256(key));
    sendRemaining(reply, remaining);
    if (remaining.left < 0) throw tooManyCalls(remaining.seconds);
  });
}

const sendRemaining = (reply: FastifyReply, { left, seconds }: Remaining) =>
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

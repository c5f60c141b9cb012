import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type ApiCaller,
  type ApiKeysDeps,
  maybeApiCaller,
} from '../../people/identity/api-keys.ts';
import { WindowLimit } from '../../people/limits/rate-limit.ts';
import { AppError } from '../../platform/errors.ts';

/** Reads the caller from a key in `Authorization: Bearer`. Ignores cookies and everything else in the request. */
export const apiCallerReader =
  (deps: ApiKeysDeps) =>
  async ({ headers }: FastifyRequest): Promise<ApiCaller | undefined> => {
    const key = /^Bearer (\S{1,200})$/i.exec(headers.authorization ?? '')?.[1];
    return key === undefined ? undefined : maybeApiCaller(deps, key);
  };

const perWindow = 120;
const windowSeconds = 60;
const policy = `"chave";q=${perWindow};w=${windowSeconds}`;

/**
 * Rate limit of a key: `perWindow` calls per minute from its first call, counted per process. Every response states the
 * remaining calls in the IETF's RateLimit header fields (draft-ietf-httpapi-ratelimit-headers).
 */
export class KeyRateLimit {
  readonly #calls: WindowLimit;

  constructor(clock: () => Date) {
    this.#calls = new WindowLimit(perWindow, windowSeconds, clock);
  }

  /** Counts a call and sets the headers with the remaining calls. Throws `AppError` 429 if none remains. */
  admit(keyId: string, reply: FastifyReply): void {
    const { left, seconds } = this.#calls.take(keyId);
    void reply.header('ratelimit-policy', policy);
    void reply.header('ratelimit', `"chave";r=${Math.max(0, left)};t=${seconds}`);
    if (left < 0) throw tooManyCalls(seconds);
  }
}

const tooManyCalls = (seconds: number) =>
  new AppError(
    'too_many_requests',
    429,
    `Esta chave passou de ${perWindow} pedidos por minuto. Tente de novo em ${seconds} s.`,
    { retryAfterSeconds: seconds },
  );

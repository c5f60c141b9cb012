import type { FastifyReply } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { WindowCount } from '../../platform/window-count.ts';

const perWindow = 120;
const windowSeconds = 60;
const policy = `"chave";q=${perWindow};w=${windowSeconds}`;

/**
 * How many calls a key makes: so many in each minute from its first, counted by each process. What is left is told in
 * every answer as the IETF's RateLimit header fields have it (draft-ietf-httpapi-ratelimit-headers).
 */
export class KeyPace {
  readonly #calls: WindowCount;

  constructor(clock: () => Date) {
    this.#calls = new WindowCount(perWindow, windowSeconds, clock);
  }

  /** Counts a call and tells what is left; throws `AppError` 429 when nothing is. */
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

import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../platform/errors.ts';

const perWindow = 120;
const windowSeconds = 60;
const policy = `"chave";q=${perWindow};w=${windowSeconds}`;

interface Window {
  readonly endsAt: number;
  used: number;
}

/**
 * How many calls a key makes: so many in each minute from its first, counted by each process. What is left is told in
 * every answer as the IETF's RateLimit header fields have it (draft-ietf-httpapi-ratelimit-headers).
 */
export class KeyPace {
  readonly #clock: () => Date;
  readonly #windows = new LRUCache<string, Window>({ max: 10_000 });

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /** Counts a call and tells what is left; throws `AppError` 429 when nothing is. */
  admit(keyId: string, reply: FastifyReply): void {
    const now = this.#clock().getTime();
    const open = this.#windows.get(keyId);
    const window =
      open !== undefined && open.endsAt > now
        ? open
        : { endsAt: now + windowSeconds * 1000, used: 0 };
    this.#windows.set(keyId, window);
    window.used += 1;
    const left = Math.max(0, perWindow - window.used);
    const seconds = Math.ceil((window.endsAt - now) / 1000);
    void reply.header('ratelimit-policy', policy);
    void reply.header('ratelimit', `"chave";r=${left};t=${seconds}`);
    if (window.used > perWindow) throw tooManyCalls(seconds);
  }
}

const tooManyCalls = (seconds: number) =>
  new AppError(
    'too_many_requests',
    429,
    `Esta chave passou de ${perWindow} pedidos por minuto. Tente de novo em ${seconds} s.`,
    { retryAfterSeconds: seconds },
  );

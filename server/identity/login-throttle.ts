import { AppError } from '../errors.ts';

interface Pace {
  /** Attempts before the waiting begins. */
  readonly free: number;
  /** The longest wait. An account's is short, so that nobody can keep its owner out for long. */
  readonly longestMs: number;
}

interface Attempts {
  count: number;
  lastAt: number;
  blockedUntil: number;
}

const accountPace: Pace = { free: 5, longestMs: 60_000 };
const addressPace: Pace = { free: 20, longestMs: 15 * 60_000 };
const forgottenAfterMs = 60 * 60_000;
const rememberedAtMost = 10_000;

/**
 * Slows guessing down: after some failed sign-ins of an account (existing or not) or of an address, each
 * further one must wait twice as long. Attempts count from their beginning, so that many at once gain nothing.
 */
export class LoginThrottle {
  readonly #clock: () => Date;
  readonly #attempts = new Map<string, Attempts>();

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /** Counts an attempt, or refuses it with the seconds to wait. */
  admit(account: string, address: string): void {
    const now = this.#clock().getTime();
    const keys = keysOf(account, address);
    const waitMs = Math.max(
      ...keys.map(([key]) => (this.#recent(key, now)?.blockedUntil ?? 0) - now),
    );
    if (waitMs > 0) throw tooManyAttempts(Math.ceil(waitMs / 1000));
    for (const [key, pace] of keys) this.#count(key, pace, now);
  }

  /** Takes the attempt back after a right password: the account starts anew, the address loses this one. */
  forgive(account: string, address: string): void {
    const [[accountKey], [addressKey]] = keysOf(account, address);
    this.#attempts.delete(accountKey);
    const attempts = this.#attempts.get(addressKey);
    if (attempts === undefined) return;
    attempts.count -= 1;
    attempts.blockedUntil = 0;
  }

  #recent(key: string, now: number): Attempts | undefined {
    const attempts = this.#attempts.get(key);
    if (attempts === undefined || now - attempts.lastAt < forgottenAfterMs) return attempts;
    this.#attempts.delete(key);
    return undefined;
  }

  #count(key: string, { free, longestMs }: Pace, now: number): void {
    const count = (this.#attempts.get(key)?.count ?? 0) + 1;
    const waitMs = count < free ? 0 : Math.min(1000 * 2 ** (count - free), longestMs);
    this.#attempts.delete(key);
    this.#attempts.set(key, { count, lastAt: now, blockedUntil: now + waitMs });
    if (this.#attempts.size > rememberedAtMost) this.#forgetOldest();
  }

  #forgetOldest(): void {
    for (const key of this.#attempts.keys()) {
      this.#attempts.delete(key);
      return;
    }
  }
}

const keysOf = (account: string, address: string) =>
  [
    [`account ${account}`, accountPace],
    [`address ${address}`, addressPace],
  ] as const;

function tooManyAttempts(seconds: number): AppError {
  const wait = seconds === 1 ? '1 segundo' : `${seconds} segundos`;
  const message = `Muitas tentativas de login. Aguarde ${wait} e tente de novo.`;
  return new AppError('too_many_attempts', 429, message, { retryAfterSeconds: seconds });
}

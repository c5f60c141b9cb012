import { AppError } from '../errors.ts';
import { networkOf } from './network.ts';

export interface Pace {
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

export interface ThrottleOptions {
  readonly clock: () => Date;
  /** How the refusal begins: "Muitas tentativas de login". */
  readonly what: string;
  readonly account: Pace;
  readonly address: Pace;
}

const minuteMs = 60_000;

/** Sign-ins: of an account from whatever address, and from an address whatever the account. */
export const loginThrottle = (clock: () => Date) =>
  new AttemptThrottle({
    clock,
    what: 'Muitas tentativas de login',
    account: { free: 5, longestMs: minuteMs },
    address: { free: 20, longestMs: 15 * minuteMs },
  });

/** Guesses at the current password by someone who found a session open. */
export const passwordChangeThrottle = (clock: () => Date) =>
  new AttemptThrottle({
    clock,
    what: 'Muitas tentativas de troca de senha',
    account: { free: 5, longestMs: 5 * minuteMs },
    address: { free: 20, longestMs: 15 * minuteMs },
  });

/** Mails with a link: few to one person, whether or not there is such an account. */
export const resetRequestThrottle = (clock: () => Date) =>
  new AttemptThrottle({
    clock,
    what: 'Muitos pedidos de recuperação de senha',
    account: { free: 4, longestMs: 15 * minuteMs },
    address: { free: 20, longestMs: 15 * minuteMs },
  });

/** Tries of a reset link; the token is the account here. */
export const resetThrottle = (clock: () => Date) =>
  new AttemptThrottle({
    clock,
    what: 'Muitas tentativas de redefinir a senha',
    account: { free: 10, longestMs: 5 * minuteMs },
    address: { free: 20, longestMs: 15 * minuteMs },
  });

const forgottenAfterMs = 60 * 60_000;
const rememberedAtMost = 10_000;

/**
 * Slows guessing down: after some failed attempts at an account (existing or not) or from an address, each
 * further one must wait twice as long. Attempts count from their beginning, so that many at once gain nothing.
 * It remembers a bounded number, and an IPv6 network counts as one address.
 */
export class AttemptThrottle {
  readonly #options: ThrottleOptions;
  readonly #attempts = new Map<string, Attempts>();

  constructor(options: ThrottleOptions) {
    this.#options = options;
  }

  /** Counts an attempt, or refuses it with the seconds to wait. */
  admit(account: string, address: string): void {
    const now = this.#options.clock().getTime();
    const keys = this.#keysOf(account, address);
    const waitMs = Math.max(
      ...keys.map(([key]) => (this.#recent(key, now)?.blockedUntil ?? 0) - now),
    );
    if (waitMs > 0) throw tooManyAttempts(this.#options.what, Math.ceil(waitMs / 1000));
    for (const [key, pace] of keys) this.#count(key, pace, now);
  }

  /** Takes the attempt back after a right password: the account starts anew, the address loses this one. */
  forgive(account: string, address: string): void {
    const [[accountKey], [addressKey]] = this.#keysOf(account, address);
    this.#attempts.delete(accountKey);
    const attempts = this.#attempts.get(addressKey);
    if (attempts === undefined) return;
    attempts.count -= 1;
    attempts.blockedUntil = 0;
  }

  #keysOf(account: string, address: string) {
    return [
      [`account ${account}`, this.#options.account],
      [`address ${networkOf(address)}`, this.#options.address],
    ] as const;
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

function tooManyAttempts(what: string, seconds: number): AppError {
  const wait = seconds === 1 ? '1 segundo' : `${seconds} segundos`;
  const message = `${what}. Aguarde ${wait} e tente de novo.`;
  return new AppError('too_many_attempts', 429, message, { retryAfterSeconds: seconds });
}

import { AppError } from '../../platform/errors.ts';
import {
  CountedKeys,
  digest,
  type AttemptStore,
  type Rule,
  type RuledKey,
} from './counted-keys.ts';
import { networksOf } from './network.ts';

export interface Pace {
  /** Attempts before waits begin. */
  readonly free: number;
  /** The longest wait. An account's wait is short, so that a stranger cannot lock its owner out for long. */
  readonly longestMs: number;
}

export interface ThrottleOptions {
  /** Separates its attempts from those of other throttles. */
  readonly name: string;
  /** The start of the error message: "Muitas tentativas de login". */
  readonly what: string;
  readonly account: Pace;
  readonly address: Pace;
}

const minuteMs = 60_000;

/** Sign-ins: to an account from any address, and from an address to any account. */
export const loginThrottle = (store: AttemptStore, clock: () => Date) =>
  new AttemptThrottle(store, clock, {
    name: 'sign-in',
    what: 'Muitas tentativas de login',
    account: { free: 5, longestMs: minuteMs },
    address: { free: 20, longestMs: 15 * minuteMs },
  });

/** Guesses at the current password by a person who uses someone else's open session. */
export const passwordChangeThrottle = (store: AttemptStore, clock: () => Date) =>
  new AttemptThrottle(store, clock, {
    name: 'password change',
    what: 'Muitas tentativas de troca de senha',
    account: { free: 5, longestMs: 5 * minuteMs },
    address: { free: 20, longestMs: 15 * minuteMs },
  });

/** The same, for acts that require the password again. */
export const confirmationThrottle = (store: AttemptStore, clock: () => Date) =>
  new AttemptThrottle(store, clock, {
    name: 'confirmation',
    what: 'Muitas tentativas de confirmar a senha',
    account: { free: 5, longestMs: 5 * minuteMs },
    address: { free: 20, longestMs: 15 * minuteMs },
  });

/** Mails with a reset link: few per e-mail address, whether or not the account exists. */
export const resetRequestThrottle = (store: AttemptStore, clock: () => Date) =>
  new AttemptThrottle(store, clock, {
    name: 'reset request',
    what: 'Muitos pedidos de recuperação de senha',
    account: { free: 4, longestMs: 15 * minuteMs },
    address: { free: 20, longestMs: 15 * minuteMs },
  });

/** Attempts on a reset link; the token takes the place of the account. */
export const resetThrottle = (store: AttemptStore, clock: () => Date) =>
  new AttemptThrottle(store, clock, {
    name: 'reset',
    what: 'Muitas tentativas de redefinir a senha',
    account: { free: 10, longestMs: 5 * minuteMs },
    address: { free: 20, longestMs: 15 * minuteMs },
  });

/**
 * Slows down guessing: after some failed attempts on an account (existing or not) or from a network, each further
 * attempt doubles the wait. An attempt counts when it starts, so parallel attempts gain nothing. The counts are
 * database rows, so all processes share them.
 *
 * Attempts by strangers lock an account for strangers only: a known device, one that the owner signed in on, has a
 * separate count. A network is charged once for each account that fails from it: a user who keeps trying one account
 * waits for that account, and leaves the attempts of colleagues behind the same address unused.
 */
export class AttemptThrottle {
  readonly #store: AttemptStore;
  readonly #clock: () => Date;
  readonly #options: ThrottleOptions;
  readonly #keys: CountedKeys;

  constructor(store: AttemptStore, clock: () => Date, options: ThrottleOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#options = options;
    this.#keys = new CountedKeys(store, clock);
  }

  /**
   * Counts an attempt, or throws 429 `too_many_attempts` with the seconds to wait. `device` is a known device of the
   * account's owner.
   */
  async admit(account: string, address: string, device?: string): Promise<void> {
    const keys =
      device === undefined
        ? await this.#keysOfStranger(account, address)
        : [{ key: this.#deviceKey(device), rule: doubling(this.#options.account) }];
    const waitMs = await this.#keys.count(keys);
    if (waitMs > 0) throw tooManyAttempts(this.#options.what, Math.ceil(waitMs / 1000));
  }

  /**
   * Takes the attempt back after a correct password: the count of the device or account restarts. If the network was
   * charged for this attempt, its count loses it and its wait ends.
   */
  async forgive(account: string, address: string, device?: string): Promise<void> {
    if (device !== undefined) return this.#forget([this.#deviceKey(device)]);
    const pair = this.#pairKey(account, address);
    const isPaid = (await this.#keys.countOf(pair)) <= 1;
    await this.#forget([this.#accountKey(account), ...(isPaid ? [pair] : [])]);
    if (!isPaid) return;
    await this.#store.db
      .updateTable('attempts')
      .set(({ eb }) => ({ count: eb('count', '-', 1), blocked_until: this.#clock().toISOString() }))
      .where(
        'key',
        'in',
        networksOf(address).map(({ name }) => this.#networkKey(name)),
      )
      .where('count', '>', 0)
      .execute();
  }

  async #keysOfStranger(account: string, address: string): Promise<RuledKey[]> {
    const pair = this.#pairKey(account, address);
    const isPaid = (await this.#keys.countOf(pair)) > 0;
    const { free, longestMs } = this.#options.address;
    const networks = networksOf(address).map(({ name, size }) => ({
      key: this.#networkKey(name),
      rule: doubling({ free: free * size, longestMs }),
    }));
    return [
      { key: this.#accountKey(account), rule: doubling(this.#options.account) },
      { key: pair, rule: counting },
      ...(isPaid ? [] : networks),
    ];
  }

  async #forget(keys: readonly string[]): Promise<void> {
    await this.#store.db.deleteFrom('attempts').where('key', 'in', keys).execute();
  }

  #accountKey(account: string): string {
    return digest(`${this.#options.name} account ${account}`);
  }

  #deviceKey(device: string): string {
    return digest(`${this.#options.name} device ${device}`);
  }

  #networkKey(network: string): string {
    return digest(`${this.#options.name} address ${network}`);
  }

  #pairKey(account: string, address: string): string {
    const [network] = networksOf(address);
    return digest(`${this.#options.name} account ${account} from ${network?.name}`);
  }
}

/** Counts without ever imposing a wait. */
const counting: Rule = (counted, now) => ({ count: (counted?.count ?? 0) + 1, until: now });

/**
 * Each attempt beyond the free ones doubles the wait. Clocks of two processes may differ: a free attempt never waits,
 * and a stored wait above the longest is ignored, since only a wrong clock can have written it.
 */
function doubling({ free, longestMs }: Pace): Rule {
  return (counted, now) => {
    const leftMs = counted === undefined || counted.count < free ? 0 : counted.until - now;
    if (leftMs > 0 && leftMs <= longestMs) return leftMs;
    const count = (counted?.count ?? 0) + 1;
    const waitMs = count < free ? 0 : Math.min(1000 * 2 ** (count - free), longestMs);
    return { count, until: now + waitMs };
  };
}

function tooManyAttempts(what: string, seconds: number): AppError {
  const wait = seconds === 1 ? '1 segundo' : `${seconds} segundos`;
  const message = `${what}. Aguarde ${wait} e tente de novo.`;
  return new AppError('too_many_attempts', 429, message, { retryAfterSeconds: seconds });
}

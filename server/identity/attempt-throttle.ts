import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { AppError } from '../errors.ts';
import type { Database } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { networkOf } from './network.ts';

export type AttemptStore = Pick<Store, 'db' | 'dialect'>;

export interface Pace {
  /** Attempts before the waiting begins. */
  readonly free: number;
  /** The longest wait. An account's is short, so that nobody can keep its owner out for long. */
  readonly longestMs: number;
}

export interface ThrottleOptions {
  /** Tells its attempts from those of other throttles. */
  readonly name: string;
  /** How the refusal begins: "Muitas tentativas de login". */
  readonly what: string;
  readonly account: Pace;
  readonly address: Pace;
}

const minuteMs = 60_000;

/** Sign-ins: of an account from whatever address, and from an address whatever the account. */
export const loginThrottle = (store: AttemptStore, clock: () => Date) =>
  new AttemptThrottle(store, clock, {
    name: 'sign-in',
    what: 'Muitas tentativas de login',
    account: { free: 5, longestMs: minuteMs },
    address: { free: 20, longestMs: 15 * minuteMs },
  });

/** Guesses at the current password by someone who found a session open. */
export const passwordChangeThrottle = (store: AttemptStore, clock: () => Date) =>
  new AttemptThrottle(store, clock, {
    name: 'password change',
    what: 'Muitas tentativas de troca de senha',
    account: { free: 5, longestMs: 5 * minuteMs },
    address: { free: 20, longestMs: 15 * minuteMs },
  });

/** Mails with a link: few to one person, whether or not there is such an account. */
export const resetRequestThrottle = (store: AttemptStore, clock: () => Date) =>
  new AttemptThrottle(store, clock, {
    name: 'reset request',
    what: 'Muitos pedidos de recuperação de senha',
    account: { free: 4, longestMs: 15 * minuteMs },
    address: { free: 20, longestMs: 15 * minuteMs },
  });

/** Tries of a reset link; the token is the account here. */
export const resetThrottle = (store: AttemptStore, clock: () => Date) =>
  new AttemptThrottle(store, clock, {
    name: 'reset',
    what: 'Muitas tentativas de redefinir a senha',
    account: { free: 10, longestMs: 5 * minuteMs },
    address: { free: 20, longestMs: 15 * minuteMs },
  });

const forgottenAfterMs = 60 * 60_000;

interface CountedKey {
  readonly key: string;
  readonly pace: Pace;
}

/**
 * Slows guessing down: after some failed attempts at an account (existing or not) or from an address, each
 * further one must wait twice as long. Attempts count from their beginning, so that many at once gain nothing.
 * They are rows, so that it does not matter which process is asked; an IPv6 network counts as one address.
 */
export class AttemptThrottle {
  readonly #store: AttemptStore;
  readonly #clock: () => Date;
  readonly #options: ThrottleOptions;

  constructor(store: AttemptStore, clock: () => Date, options: ThrottleOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#options = options;
  }

  /** Counts an attempt, or refuses it with the seconds to wait. */
  async admit(account: string, address: string): Promise<void> {
    const { db } = this.#store;
    const keys = this.#keysOf(account, address);
    // Whoever must wait is told so without holding any row.
    const waitMs = (await this.#waitMs(db, keys)) || (await this.#count(keys));
    if (waitMs > 0) throw tooManyAttempts(this.#options.what, Math.ceil(waitMs / 1000));
  }

  /** Takes the attempt back after a right password: the account starts anew, the address loses this one. */
  async forgive(account: string, address: string): Promise<void> {
    const { db } = this.#store;
    const now = this.#clock().toISOString();
    await db.deleteFrom('attempts').where('key', '=', this.#accountKey(account)).execute();
    await db
      .updateTable('attempts')
      .set(({ eb }) => ({ count: eb('count', '-', 1), blocked_until: now }))
      .where('key', '=', this.#addressKey(address))
      .where('count', '>', 0)
      .execute();
  }

  /** By key, so that two that count the same keys never wait for each other. */
  #keysOf(account: string, address: string): readonly CountedKey[] {
    const { account: ofAccount, address: ofAddress } = this.#options;
    return [
      { key: this.#accountKey(account), pace: ofAccount },
      { key: this.#addressKey(address), pace: ofAddress },
    ].toSorted((a, b) => (a.key < b.key ? -1 : 1));
  }

  #accountKey(account: string): string {
    return digest(`${this.#options.name} account ${account}`);
  }

  #addressKey(address: string): string {
    return digest(`${this.#options.name} address ${networkOf(address)}`);
  }

  async #waitMs(db: Kysely<Database>, keys: readonly CountedKey[]): Promise<number> {
    const now = this.#clock().getTime();
    const rows = await this.#recent(db, keys, now);
    return Math.max(0, ...[...rows.values()].map((row) => Date.parse(row.blocked_until) - now));
  }

  /** Counts the attempt for each key, or answers the milliseconds to wait. */
  async #count(keys: readonly CountedKey[]): Promise<number> {
    const { db } = this.#store;
    return db.transaction().execute(async (transaction) => {
      const now = this.#clock();
      const at = now.toISOString();
      const fresh = keys.map(({ key }) => ({ key, count: 0, last_at: at, blocked_until: at }));
      await transaction
        .insertInto('attempts')
        .values(fresh)
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute();
      await this.#hold(transaction, keys);
      const waitMs = await this.#waitMs(transaction, keys);
      if (waitMs > 0) return waitMs;
      const rows = await this.#recent(transaction, keys, now.getTime());
      for (const { key, pace } of keys) {
        const count = (rows.get(key)?.count ?? 0) + 1;
        const blocked_until = new Date(now.getTime() + waitAfter(count, pace)).toISOString();
        await transaction
          .updateTable('attempts')
          .set({ count, last_at: at, blocked_until })
          .where('key', '=', key)
          .execute();
      }
      return 0;
    });
  }

  /** Of two attempts at the same moment the second sees what the first counted. */
  async #hold(transaction: Kysely<Database>, keys: readonly CountedKey[]): Promise<void> {
    if (this.#store.dialect !== 'postgres') return;
    await transaction
      .selectFrom('attempts')
      .select('key')
      .where(
        'key',
        'in',
        keys.map(({ key }) => key),
      )
      .orderBy('key')
      .forUpdate()
      .execute();
  }

  async #recent(db: Kysely<Database>, keys: readonly CountedKey[], now: number) {
    const rows = await db
      .selectFrom('attempts')
      .selectAll()
      .where(
        'key',
        'in',
        keys.map(({ key }) => key),
      )
      .where('last_at', '>', new Date(now - forgottenAfterMs).toISOString())
      .execute();
    return new Map(rows.map((row) => [row.key, row]));
  }
}

/** Forgets what was counted long ago: attempts of an hour before, and paces that are full again. */
export async function sweepAttempts(
  { db }: AttemptStore,
  clock: () => Date,
): Promise<{ readonly attempts: number; readonly paces: number }> {
  const before = new Date(clock().getTime() - forgottenAfterMs).toISOString();
  const attempts = await db
    .deleteFrom('attempts')
    .where('last_at', '<=', before)
    .executeTakeFirst();
  const paces = await db
    .deleteFrom('request_paces')
    .where('counted_at', '<=', before)
    .executeTakeFirst();
  return { attempts: Number(attempts.numDeletedRows), paces: Number(paces.numDeletedRows) };
}

const waitAfter = (count: number, { free, longestMs }: Pace) =>
  count < free ? 0 : Math.min(1000 * 2 ** (count - free), longestMs);

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

function tooManyAttempts(what: string, seconds: number): AppError {
  const wait = seconds === 1 ? '1 segundo' : `${seconds} segundos`;
  const message = `${what}. Aguarde ${wait} e tente de novo.`;
  return new AppError('too_many_attempts', 429, message, { retryAfterSeconds: seconds });
}

import { sha256 } from '../../platform/digest.ts';
import { AppError } from '../../platform/errors.ts';
import { networksOf } from './network.ts';
import { sharedCounts, type CountStore, type Rule, type RuledKey } from './shared-counts.ts';

export interface LockoutOptions {
  /** Separates its attempts from those of other lockouts. */
  readonly name: string;
  /** The start of the error message: "Muitas tentativas de login". */
  readonly what: string;
  /** Attempts on an account before waits begin. */
  readonly free: number;
  /** An account's longest wait is short, so that a stranger cannot lock its owner out for long. */
  readonly maxMinutes: number;
}

/** Attempts from a network before waits begin, and its longest wait. */
const network = { free: 20, maxMinutes: 15 };

/** Attempts on all known devices of an account together before waits begin; the longest wait is the account's. */
export const freeOnDevices = 20;

/**
 * Slows down guessing: after some failed attempts on an account (existing or not) or from a network, each further
 * attempt doubles the wait. An attempt counts when it starts, so parallel attempts gain nothing. The counts are
 * database rows, so all processes share them.
 *
 * Attempts by strangers lock an account for strangers only: a known device, one that the owner signed in on, has a
 * separate count. All known devices of an account have one more count together, so that many of them do not multiply the
 * attempts; strangers do not reach it. A network is charged once for each account that fails from it: a user who keeps
 * trying one account waits for that account, and leaves the attempts of colleagues behind the same address unused.
 */
export function accountLockout(store: CountStore, clock: () => Date, options: LockoutOptions) {
  const counts = sharedCounts(store, clock);
  const keyOf = (kind: 'account' | 'device' | 'devices' | 'address', name: string) =>
    sha256(`${options.name} ${kind} ${name}`);
  const pairKey = (account: string, address: string) => {
    const [own] = networksOf(address);
    return keyOf('account', `${account} from ${own?.name}`);
  };
  const keysOfStranger = async (account: string, address: string): Promise<RuledKey[]> => {
    const pair = pairKey(account, address);
    const isCharged = (await counts.countOf(pair)) > 0;
    const networks = networksOf(address).map(({ name, size }) => ({
      key: keyOf('address', name),
      rule: doubling({ ...network, free: network.free * size }),
    }));
    return [
      { key: keyOf('account', account), rule: doubling(options) },
      { key: pair, rule: counting },
      ...(isCharged ? [] : networks),
    ];
  };

  return {
    /**
     * Counts an attempt, or throws 429 `too_many_attempts` with the seconds to wait. `device` is a known device of the
     * account's owner.
     */
    admit: async (account: string, address: string, device?: string): Promise<void> => {
      const waitMs = await counts.count(
        device === undefined
          ? await keysOfStranger(account, address)
          : [
              { key: keyOf('device', device), rule: doubling(options) },
              {
                key: keyOf('devices', account),
                rule: doubling({ ...options, free: freeOnDevices }),
              },
            ],
      );
      if (waitMs > 0) throw tooManyAttempts(options.what, Math.ceil(waitMs / 1000));
    },

    /**
     * Takes the attempt back after a correct password: the counts of the device and of all devices, or that of the account,
     * restart. If the network was charged for this attempt, its count loses it and its wait ends.
     */
    forgive: async (account: string, address: string, device?: string): Promise<void> => {
      if (device !== undefined) {
        return counts.delete([keyOf('device', device), keyOf('devices', account)]);
      }
      const pair = pairKey(account, address);
      const isCharged = (await counts.countOf(pair)) <= 1;
      await counts.delete([keyOf('account', account), ...(isCharged ? [pair] : [])]);
      if (isCharged) {
        await counts.takeBack(networksOf(address).map(({ name }) => keyOf('address', name)));
      }
    },
  };
}

export type Lockout = ReturnType<typeof accountLockout>;

/** Counts without ever imposing a wait. */
const counting: Rule = (counted, now) => ({ count: (counted?.count ?? 0) + 1, until: now });

/**
 * Each attempt beyond the free ones doubles the wait. Clocks of two processes may differ: a free attempt never waits,
 * and a stored wait above the longest is ignored, since only a wrong clock can have written it.
 */
function doubling({ free, maxMinutes }: Pick<LockoutOptions, 'free' | 'maxMinutes'>): Rule {
  const maxMs = maxMinutes * 60_000;
  return (counted, now) => {
    const leftMs = counted === undefined || counted.count < free ? 0 : counted.until - now;
    if (leftMs > 0 && leftMs <= maxMs) return leftMs;
    const count = (counted?.count ?? 0) + 1;
    const waitMs = count < free ? 0 : Math.min(1000 * 2 ** (count - free), maxMs);
    return { count, until: now + waitMs };
  };
}

function tooManyAttempts(what: string, seconds: number): AppError {
  const wait = seconds === 1 ? '1 segundo' : `${seconds} segundos`;
  const message = `${what}. Aguarde ${wait} e tente de novo.`;
  return new AppError('too_many_attempts', 429, message, { retryAfterSeconds: seconds });
}

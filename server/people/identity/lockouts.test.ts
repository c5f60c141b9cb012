import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testStores, testedStores } from '../../../tests/support/stores.ts';
import { signInLockout } from './lockouts.ts';
import { AppError } from '../../platform/errors.ts';
import type { Store } from '../../platform/store/store.ts';
import { accountLockout, type Lockout } from '../limits/lockout.ts';
import { sweepAttempts } from '../limits/shared-counts.ts';

let now: number;
let store: Store;
let lockout: Lockout;
const [sqlite] = testStores();
beforeAll(async () => {
  store = await sqlite.open();
});
const clock = () => new Date(now);

beforeEach(async () => {
  now = Date.parse('2026-08-01T12:00:00Z');
  await store.db.deleteFrom('attempts').execute();
  lockout = accountLockout(store, clock, signInLockout);
});

/** A failed sign-in. Returns the seconds to wait if the lockout rejects the attempt. */
async function attempt(
  account: string,
  address: string,
  at = lockout,
  device?: string,
): Promise<number | undefined> {
  try {
    await at.admit(account, address, device);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.retryAfterSeconds;
    throw error;
  }
}

async function attempts(
  count: number,
  account: (index: number) => string,
  address = '10.0.0.1',
): Promise<(number | undefined)[]> {
  const results: (number | undefined)[] = [];
  for (let index = 0; index < count; index += 1) {
    results.push(await attempt(account(index), address));
  }
  return results;
}

describe('an account', () => {
  test('has five attempts, also all at once, and then waits', async () => {
    const seconds = await attempts(7, () => 'ana');
    expect(seconds).toEqual([undefined, undefined, undefined, undefined, undefined, 1, 1]);
  });

  test('waits twice as long each time, up to a minute', async () => {
    await attempts(5, () => 'ana');
    const waits: (number | undefined)[] = [];
    for (let round = 0; round < 8; round += 1) {
      const wait = await attempt('ana', `10.0.1.${round}`);
      waits.push(wait);
      now += (wait ?? 0) * 1000;
      expect(await attempt('ana', `10.0.1.${round}`)).toBeUndefined();
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  test('attempts recorded by a clock that was ahead cause no wait of that length', async () => {
    now += 2_000;
    expect(await attempt('ana', '10.0.0.1')).toBeUndefined();
    now -= 2_000;
    expect(await attempt('ana', '10.0.0.1')).toBeUndefined();

    now += 5 * 3_600_000;
    expect((await attempts(6, () => 'ana')).at(-1)).toBe(1);
    now -= 5 * 3_600_000;
    expect(await attempts(2, () => 'ana')).toEqual([undefined, 2]);
  });

  test('is slowed down from every address, and does not slow others', async () => {
    await attempts(5, () => 'ana');
    expect(await attempt('ana', '10.0.0.2')).toBe(1);
    expect(await attempt('bia', '10.0.0.2')).toBeUndefined();
  });

  test('starts again after a right password, and after an hour', async () => {
    await attempts(4, () => 'ana');
    await lockout.forgive('ana', '10.0.0.1');
    expect(await attempts(5, () => 'ana')).toEqual(Array.from({ length: 5 }));
    now += 3_600_000;
    expect(await attempts(5, () => 'ana')).toEqual(Array.from({ length: 5 }));
  });
});

describe('an address', () => {
  test('has twenty attempts over all accounts, and then waits', async () => {
    const seconds = await attempts(21, (index) => `user${index}`);
    expect(seconds).toEqual([...Array.from({ length: 20 }), 1]);
    expect(await attempt('ana', '10.0.0.2')).toBeUndefined();
  });

  test('stays charged for an account that failed before its right password', async () => {
    await attempts(2, () => 'ana');
    await lockout.forgive('ana', '10.0.0.1');
    await attempts(19, (index) => `other ${index}`);
    expect(await attempt('last', '10.0.0.1')).toBe(1);
  });

  test('waits up to fifteen minutes, and its right passwords do not count', async () => {
    await attempts(30, (index) => `user${index}`);
    for (let round = 0; round < 30; round += 1) {
      now += 1000 * ((await attempt(`other${round}`, '10.0.0.1')) ?? 0);
      await attempt(`other${round}`, '10.0.0.1');
    }
    expect(await attempt('last', '10.0.0.1')).toBe(900);

    for (let index = 0; index < 100; index += 1) {
      expect(await attempt(`good${index}`, '10.0.0.3')).toBeUndefined();
      await lockout.forgive(`good${index}`, '10.0.0.3');
    }
  });
});

test('the refusal says in Portuguese how long to wait', async () => {
  await attempts(5, () => 'ana');
  await expect(lockout.admit('ana', '10.0.0.1')).rejects.toThrow(
    'Muitas tentativas de login. Aguarde 1 segundo e tente de novo.',
  );
});

/** Sends a stranger's wrong passwords every quarter of a second, from changing addresses, and runs `then` every 3 s. */
const triedBeside = async (seconds: number, then: () => Promise<unknown>) => {
  for (let round = 0; round < seconds * 4; round += 1) {
    now += 250;
    await attempt('ana', `198.51.100.${round % 200}`);
    if (round % 12 === 0) await then();
  }
};

describe('an account that a stranger keeps trying', () => {
  test('admits the owner’s device each time, and no browser without one', async () => {
    const owner: unknown[] = [];
    const stranger: unknown[] = [];
    await triedBeside(120, async () => {
      owner.push(await lockout.admit('ana', '10.0.0.1', 'her laptop').catch(() => 'refused'));
      await lockout.forgive('ana', '10.0.0.1', 'her laptop');
      stranger.push(await attempt('ana', '10.0.0.2'));
    });
    expect(owner).toEqual(Array.from({ length: 40 }));
    expect(stranger.filter((wait) => wait === undefined).length).toBeLessThan(4);
  });

  test('guesses on a known device wait too, and a right password there does not reset the count of strangers', async () => {
    const onDevice = () => lockout.admit('ana', '10.0.0.1', 'her laptop');
    for (let round = 0; round < 5; round += 1) await onDevice();
    await expect(onDevice()).rejects.toThrow('Aguarde 1 segundo');
    await attempts(5, () => 'ana', '10.0.0.9');
    await lockout.forgive('ana', '10.0.0.1', 'her laptop');
    await onDevice();
    expect(await attempt('ana', '10.0.0.9')).toBe(1);
  });

  test('has twenty attempts on all its known devices, which attempts of strangers do not use up', async () => {
    await attempts(50, () => 'ana', '10.0.0.9');
    const waits: (number | undefined)[] = [];
    for (let index = 0; index < 22; index += 1) {
      waits.push(await attempt('ana', '10.0.0.1', lockout, `device ${index}`));
    }
    expect(waits).toEqual([...Array.from({ length: 20 }), 1, 1]);
    // Other accounts are not slowed, and a right password on a device ends the wait of all of them.
    expect(await attempt('bia', '10.0.0.1', lockout, 'her phone')).toBeUndefined();
    await lockout.forgive('ana', '10.0.0.1', 'device 1');
    expect(await attempt('ana', '10.0.0.1', lockout, 'device 21')).toBeUndefined();
  });

  test('does not block colleagues behind the same address', async () => {
    for (let round = 0; round < 600; round += 1) {
      now += 1000;
      await attempt('ana', '10.0.0.1');
    }
    expect(await attempts(18, (index) => `colega${index}`)).toEqual(Array.from({ length: 18 }));
  });
});

test('all networks of one /48 share thirty attempts', async () => {
  const results: (number | undefined)[] = [];
  for (let index = 0; index < 40; index += 1) {
    results.push(await attempt(`user${index}`, `2001:db8:1:${index}::1`));
  }
  expect(results.filter((wait) => wait === undefined)).toHaveLength(30);
  expect(await attempt('other', '2001:db8:2:1::1')).toBeUndefined();
});

test('the addresses of one IPv6 /64 share their attempts', async () => {
  for (let index = 0; index < 20; index += 1) {
    expect(await attempt(`user${index}`, `2001:db8:1:2::${index}`)).toBeUndefined();
  }
  expect(await attempt('other', '2001:db8:1:2:ffff::1')).toBe(1);
  expect(await attempt('other', '2001:db8:1:3::1')).toBeUndefined();
});

test.each(testedStores())(
  'two processes count together, also at the same moment, and forget after an hour, in $dialect',
  async ({ open }) => {
    const shared = await open();
    const processes = [
      accountLockout(shared, clock, signInLockout),
      accountLockout(shared, clock, signInLockout),
    ];
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        attempt('ana', `10.0.2.${index}`, processes[index % 2]),
      ),
    );
    expect(results.filter((seconds) => seconds === undefined)).toHaveLength(5);
    expect(results.filter((seconds) => seconds === 1)).toHaveLength(7);
    const digests = await shared.db.selectFrom('attempts').select('key').execute();
    expect(digests.every(({ key }) => /^[0-9a-f]{64}$/.test(key))).toBe(true);

    expect(await sweepAttempts(shared, clock)).toMatchObject({ attempts: 0 });
    now += 3_600_000;
    expect((await sweepAttempts(shared, clock)).attempts).toBeGreaterThan(5);
    expect(await attempt('ana', '10.0.3.1', processes[0])).toBeUndefined();
  },
);

test.each(testedStores())(
  'simultaneous attempts an hour after the last one are all counted in $dialect',
  async ({ open }) => {
    const shared = await open();
    const own = accountLockout(shared, clock, signInLockout);
    await attempt('ana', '10.0.0.1', own);
    now += 61 * 60_000;
    // Opens the pool's connections, so that the attempts run at the same time.
    const others = Array.from({ length: 10 }, (_, at) =>
      attempt(`other${at}`, `10.0.1.${at}`, own),
    );
    await Promise.all(others);
    const seconds = await Promise.all(
      Array.from({ length: 8 }, () => attempt('ana', '10.0.0.1', own)),
    );
    expect(seconds.filter((wait) => wait === undefined)).toHaveLength(5);
  },
);

test.each(testedStores())(
  'an attempt is counted while old counts are swept, in $dialect',
  async ({ open }) => {
    const shared = await open();
    const own = accountLockout(shared, clock, signInLockout);
    await attempt('ana', '10.0.0.1', own);
    now += 61 * 60_000;
    let sweeping: Promise<unknown> | undefined;
    const inserting = new WeakSet<object>();
    const db = shared.db.withPlugin({
      transformQuery({ node, queryId }) {
        if (node.kind === 'InsertQueryNode') inserting.add(queryId);
        return node;
      },
      async transformResult({ result, queryId }) {
        if (inserting.has(queryId)) {
          sweeping = sweepAttempts(shared, clock);
          await sleep(50);
        }
        return result;
      },
    });
    await attempt('ana', '10.0.0.1', accountLockout({ db }, clock, signInLockout));
    await sweeping;
    const counts = await shared.db.selectFrom('attempts').select('count').execute();
    expect(counts.map(({ count }) => count)).toEqual([1, 1, 1]);
  },
);

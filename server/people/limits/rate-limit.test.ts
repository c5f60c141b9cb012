import { describe, expect, test } from 'vitest';
import { testedStores } from '../../../tests/support/stores.ts';
import { networksOf } from './network.ts';
import { networkRateLimit, type NetworkRateLimit } from './rate-limit.ts';

const admitted = (limit: NetworkRateLimit, address: string, cost = 1) =>
  limit.admit(address, cost).then(
    () => true,
    () => false,
  );

describe.each(testedStores())('a limit in $dialect', ({ open }) => {
  test('admits a burst from an address, then a rate per second, across all processes', async () => {
    let now = 0;
    const store = await open();
    const newLimit = () =>
      networkRateLimit(store, () => new Date(now), {
        purpose: 'test',
        atOnce: 3,
        perSecond: 2,
      });
    const [one, other] = [newLimit(), newLimit()];
    const requested = async (...limits: readonly NetworkRateLimit[]) => {
      const results: boolean[] = [];
      for (const limit of limits) results.push(await admitted(limit, '10.0.0.1'));
      return results;
    };
    expect(await requested(one, one, other, other)).toEqual([true, true, true, false]);
    expect(await admitted(one, '10.0.0.2')).toBe(true);
    now += 1000;
    expect(await requested(other, one, one)).toEqual([true, true, false]);
    now += 1500;
    expect(await admitted(one, '10.0.0.1', 2)).toBe(true);
    expect(await admitted(other, '10.0.0.1', 2)).toBe(false);
    expect(await admitted(other, '10.0.0.1', 1)).toBe(true);
  });

  test('a clock that is put back by hours locks no address out', async () => {
    let now = 10 * 3_600_000;
    const rate = { purpose: 'test', atOnce: 3, perSecond: 2 };
    const limit = networkRateLimit(await open(), () => new Date(now), rate);
    await limit.admit('10.0.0.1', 3);
    now -= 3_600_000;
    await limit.admit('10.0.0.1', 3);
    expect(await admitted(limit, '10.0.0.1', 1)).toBe(false);
  });
});

test.each([
  ['10.0.0.1', ['10.0.0.1']],
  ['::ffff:10.0.0.1', ['10.0.0.1']],
  ['2001:0db8:0001:0002:0003:0004:0005:0006', ['2001:db8:1:2', '2001:db8:1']],
  ['2001:DB8:1:2::6', ['2001:db8:1:2', '2001:db8:1']],
  ['2001:db8::6', ['2001:db8:0:0', '2001:db8:0']],
  ['::1', ['0:0:0:0', '0:0:0']],
  ['unknown', ['unknown']],
])('%s is of the networks %s', (address, names) => {
  expect(networksOf(address).map(({ name }) => name)).toEqual(names);
});

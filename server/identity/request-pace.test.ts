import { expect, test } from 'vitest';
import { networkOf } from './network.ts';
import { RequestPace } from './request-pace.ts';

test('admits so many at once from an address, then so many a second', () => {
  let now = 0;
  const pace = new RequestPace(() => new Date(now), { atOnce: 3, perSecond: 2 });
  const admitted = (address: string) => {
    try {
      pace.admit(address);
      return true;
    } catch {
      return false;
    }
  };
  expect([1, 2, 3, 4].map(() => admitted('10.0.0.1'))).toEqual([true, true, true, false]);
  expect(admitted('10.0.0.2')).toBe(true);
  now += 1000;
  expect([1, 2, 3].map(() => admitted('10.0.0.1'))).toEqual([true, true, false]);
});

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['2001:0db8:0001:0002:0003:0004:0005:0006', '2001:db8:1:2'],
  ['2001:DB8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['unknown', 'unknown'],
])('%s is of the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

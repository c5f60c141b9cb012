import { constants, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { seededRandom } from '../../tests/support/random.ts';
import { unpackedLists } from '../../tests/support/unpacked-lists.ts';
import { packDistribution, unpackDistribution } from './packed-distribution.ts';

test.each([
  { centavos: [], counts: [] },
  { centavos: [0], counts: [0] },
  { centavos: [127, 128, 16_500, 16_512, 20_000], counts: [1, 127, 128, 16_384, 7] },
  { centavos: [100, 115, 131, 200, 201, 300], counts: [14, 15, 16, 0, 142, 143] },
  { centavos: [1, 91_520_000_00, 9_007_199_254_740_991], counts: [2 ** 31, 2 ** 40, 5] },
])('%j comes back', (distribution) => {
  expect(unpackedLists(packDistribution(distribution))).toEqual(distribution);
});

/** 2,000 random salaries from 0 to below the limit, half of them in whole reais, with counts of all sizes. */
function randomBelow(limit: number) {
  const random = seededRandom(`below ${limit}`);
  const drawn = Array.from({ length: 2000 }, () => {
    const salary = Math.floor(random() * limit);
    return random() < 0.5 ? salary : salary - (salary % 100);
  });
  const centavos = [...new Set(drawn)].toSorted((left, right) => left - right);
  return { centavos, counts: centavos.map(() => Math.floor(2 ** (random() * 34))) };
}

test.each([1000, 10_000, 100_000, 10_000_000, 10_000_000_000])(
  'random salaries below %i centavos come back',
  (limit) => {
    const distribution = randomBelow(limit);
    expect(unpackedLists(packDistribution(distribution))).toEqual(distribution);
  },
);

test('near salaries of few records take a byte each, with another for each large number', () => {
  const centavos = Array.from({ length: 1000 }, (_, index) => 150_000 + index);
  const counts = centavos.map((_, index) => index % 20);
  const [whole, others] = [1 + 10 + 2, 2 + 990 + 3 + 250];
  expect(packDistribution({ centavos, counts })).toHaveLength(1 + whole + others);
});

/** The compressed bytes of salaries with a record each. */
function compressedBytes(...centavos: number[]): number {
  const ascending = centavos.toSorted((left, right) => left - right);
  const packed = packDistribution({ centavos: ascending, counts: ascending.map(() => 1) });
  return gzipSync(packed, { strategy: constants.Z_RLE }).length;
}

test('all the salaries in whole reais between others take few compressed bytes', () => {
  const others = randomBelow(100_000).centavos.filter((salary) => salary % 100 !== 0);
  const whole = Array.from({ length: 1000 }, (_, reais) => reais * 100);
  expect(compressedBytes(...others, ...whole)).toBeLessThan(compressedBytes(...others) + 20);
});

test.each([
  [{ centavos: [200, 100], counts: [1, 1] }],
  [{ centavos: [100], counts: [-1] }],
  [{ centavos: [100.5], counts: [1] }],
  [{ centavos: [100], counts: [] }],
])('%j is refused', (distribution) => {
  expect(() => packDistribution(distribution)).toThrow(RangeError);
});

test('bytes that are cut short or too long are refused', () => {
  const bytes = packDistribution({ centavos: [150_000, 200_000], counts: [3, 400] });
  for (let length = 0; length < bytes.length; length++)
    expect(() => unpackDistribution(bytes.subarray(0, length))).toThrow(RangeError);
  expect(() => unpackDistribution(Uint8Array.of(...bytes, 0))).toThrow(RangeError);
});

test.each([[[1, 240, 225, 147, 9, 48]], [[0]], [[]]])(
  'the bytes %j of the form before are refused',
  (bytes) => {
    expect(() => unpackDistribution(Uint8Array.from(bytes))).toThrow(RangeError);
  },
);

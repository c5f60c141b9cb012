import { expect, test } from 'vitest';
import { packDistribution, unpackDistribution } from './packed-distribution.ts';

test.each([
  { centavos: [], counts: [] },
  { centavos: [0], counts: [0] },
  { centavos: [127, 128, 16_500, 16_512, 20_000], counts: [1, 127, 128, 16_384, 7] },
  { centavos: [100, 115, 131, 200, 201, 300], counts: [14, 15, 16, 0, 142, 143] },
  { centavos: [1, 91_520_000_00, 9_007_199_254_740_991], counts: [2 ** 31, 2 ** 40, 5] },
])('%j comes back', (distribution) => {
  expect(unpackDistribution(packDistribution(distribution))).toEqual(distribution);
});

test('near salaries of few records take a byte each, with another for each large number', () => {
  const centavos = Array.from({ length: 1000 }, (_, index) => 150_000 + index);
  const counts = centavos.map((_, index) => index % 20);
  expect(packDistribution({ centavos, counts })).toHaveLength(2 + 500 + 3 + 5 + 495 + 250);
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

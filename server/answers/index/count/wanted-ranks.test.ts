import { expect, test } from 'vitest';
import { medianIntervalRanks } from '../../../../shared/statistics/percentile.ts';

/** As the engine's SQL has it: `floor(n / 2 - 0.979982 * sqrt(n * deff))`, from one below to two above it. */
const around = (n: number, effect: number) => Math.floor(n / 2 - 0.979982 * Math.sqrt(n * effect));

// The engine picks four ranks; the statistics need the exact binomial one.
test('the ranks that the engine picks hold those of the median’s interval', () => {
  const small = Array.from({ length: 20_000 }, (_, n) => n);
  const large = Array.from({ length: 120 }, (_, step) => Math.round(20_000 * 1.088 ** step));
  expect(large.at(-1)).toBeGreaterThan(4e8);
  for (const effect of [1, 1.7, 6.5, 40]) {
    for (const n of [...small, ...large]) {
      const ranks = medianIntervalRanks(n, effect);
      if (ranks === null) continue;
      expect(ranks.lower - around(n, effect), `${n} records, ${effect}`).toBeOneOf([0, 1, 2]);
      expect(ranks.lower + ranks.upper).toBe(n + 1);
    }
  }
});

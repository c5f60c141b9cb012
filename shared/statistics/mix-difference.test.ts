import { expect, test } from 'vitest';
import { MixTally } from './mix-difference.ts';
import { noSums, sumsOf } from './pay-ratio.ts';

/** Salaries of a cell around a level in centavos, odd so that no mean is whole. */
const around = (level: number, count: number) =>
  sumsOf(Array.from({ length: count }, (_, at) => level + 37 * (at % 7)));

const cells = Array.from({ length: 12 }, (_, at) => {
  const level = 150_000 + 20_000 * at;
  // The first group has more of the better paid cells; each of its cells pays 5 % more.
  return {
    first: around(Math.round(level * 1.05), 40 + 12 * at),
    second: around(level, 90 - 5 * at),
  };
});
const tallyOf = (given: readonly Parameters<MixTally['add']>[0][]) => {
  const tally = new MixTally();
  for (const cell of given) tally.add(cell);
  return tally;
};
const swapped = cells.map(({ first, second }) => ({ first: second, second: first }));

test('a planted 5 % is recovered within a tenth of a point, whatever the mix', () => {
  const found = tallyOf(cells).difference(1);
  expect(Math.abs((found?.payRatio ?? 0) - 1.05)).toBeLessThan(0.001);
  expect(found?.difference).toBeGreaterThan(2 * (found?.pay ?? 0));
  expect(found).toMatchObject({ mayBeChance: false, matched: 1, cells: 12 });
});

test('parts add up to the centavo, and swapped groups give the negative', () => {
  const alone = { first: around(900_000, 11), second: noSums };
  const found = tallyOf([...cells, alone]).difference(1);
  const other = tallyOf([...swapped, { first: noSums, second: alone.first }]).difference(1);
  if (found == null || other == null) throw new Error('There is no difference.');
  expect(found.pay + found.mix).toBe(found.difference);
  expect([other.difference, other.pay, other.mix]).toEqual([
    -found.difference,
    -found.pay,
    -found.mix,
  ]);
  expect(found.matched).toBeLessThan(1);
});

const split = (middle: number) =>
  sumsOf([-1, 1].flatMap((sign) => Array(4).fill(middle + sign * 100)));
const isChance = (level: number, effect: number) =>
  tallyOf(
    Array.from({ length: 5 }, () => ({ first: split(level), second: split(1000) })),
  ).difference(effect)?.differenceMayBeChance;

test('the difference of the means is tested as well, with the design effect', () => {
  // Five cells of 8 and 8 records at 1,000 ± 100 and 1,040 ± 100: 40 each, s² = 40 · 100² / 39. The difference of 40 has
  // the error √(2 · s² / 40) = 22.6: 1.77 errors, chance; of 50, 2.21 errors, and with an effect of 1.3, 1.94.
  expect([isChance(1040, 1), isChance(1050, 1), isChance(1050, 1.3)]).toEqual([true, false, true]);
});

test('a design effect widens both intervals, and needs as many more records', () => {
  const [one, four] = [1, 4].map((effect) => tallyOf(cells).difference(effect));
  for (const name of ['payInterval', 'payRatioInterval'] as const) {
    const [narrow, wide] = [one, four].map((found) => {
      const { lower, upper } = found?.[name] ?? { lower: 0, upper: 0 };
      return upper - lower;
    });
    expect(narrow).toBeGreaterThan(0);
    expect(wide).toBeCloseTo(2 * (narrow ?? 0), 6);
  }
  expect(tallyOf(cells).difference(40)).toBeNull();
  expect(tallyOf(cells.slice(0, 4)).difference(1)).toBeNull();
  expect(tallyOf(cells.slice(0, 5)).difference(1)).not.toBeNull();
});

test('needs thirty records of each group in shared cells, however many the other cells have', () => {
  const alone = around(200_000, 500);
  const shared = (first: number, second: number) =>
    tallyOf([
      ...Array.from({ length: 6 }, () => ({
        first: around(210_000, first),
        second: around(200_000, second),
      })),
      { first: alone, second: noSums },
      { first: noSums, second: alone },
    ]).difference(1);
  expect(shared(5, 5)).not.toBeNull();
  expect(shared(4, 50)).toBeNull();
  expect(shared(50, 4)).toBeNull();
});

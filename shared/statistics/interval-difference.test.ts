import { expect, test } from 'vitest';
import {
  areBeyondChance,
  beyondChance,
  chanceOf,
  areEnough,
  differenceInterval,
  extremesOf,
  minRecordsText,
  mayDifferByChance,
  type Estimate,
} from './interval-difference.ts';
import { normalDistribution, normalReach95 } from './normal.ts';

const about = (median: number, below: number, above: number) => ({
  median,
  medianInterval: { lower: median - below, upper: median + above },
});

test('takes the halves that face each other: √(30² + 40²) = 50', () => {
  expect(mayDifferByChance(about(1050, 30, 900), about(1000, 900, 40))).toBe(true);
  expect(mayDifferByChance(about(1051, 30, 900), about(1000, 900, 40))).toBe(false);
  expect(mayDifferByChance(about(1000, 900, 40), about(1050, 30, 900))).toBe(true);
  expect(mayDifferByChance(about(1000, 900, 40), about(1051, 30, 900))).toBe(false);
});

test('the interval of a difference joins both ends of both: √(30² + 40²) below, √(6² + 8²) above', () => {
  expect(differenceInterval(about(1050, 30, 6), about(1000, 8, 40))).toEqual({
    lower: 0,
    upper: 60,
  });
  expect(differenceInterval(about(1000, 8, 40), about(1050, 30, 6))).toEqual({
    lower: -60,
    upper: 0,
  });
  expect(differenceInterval({ median: 1, medianInterval: null }, about(1000, 1, 1))).toBeNull();
});

test('cannot exclude chance without both intervals', () => {
  expect(mayDifferByChance({ median: 9000, medianInterval: null }, about(1000, 1, 1))).toBe(true);
  expect(mayDifferByChance(about(9000, 1, 1), { median: 1000, medianInterval: null })).toBe(true);
});

const near = (median: number) => ({
  median,
  medianInterval: { lower: median - 19.6, upper: median + 19.6 },
});

const doExtremesDiffer = (estimates: readonly Estimate[]) =>
  extremesOf(
    estimates.map((one) => ({ ...one, count: 100 })),
    1,
  ).found !== null;

test('the highest and the lowest of many need a larger difference than of two', () => {
  // Errors of 10 each: 30 apart are 2.12 errors, a probability of 3.4 % by chance.
  expect(doExtremesDiffer([near(1000), near(1030)])).toBe(true);
  const middle = Array.from({ length: 12 }, () => near(1015));
  expect(doExtremesDiffer([near(1000), ...middle, near(1030)])).toBe(false);
  // 100 apart are 7 errors, improbable even among 91 pairs.
  expect(doExtremesDiffer([near(965), ...middle, near(1065)])).toBe(true);
});

test('without intervals, with equal medians and with one group nothing differs', () => {
  expect(doExtremesDiffer([{ median: 1, medianInterval: null }, near(1000)])).toBe(false);
  expect(doExtremesDiffer([near(1000), near(1000)])).toBe(false);
  expect(doExtremesDiffer([near(1000)])).toBe(false);
  expect(doExtremesDiffer([])).toBe(false);
});

test('extremes are of groups with 30 effective records, and say how many were compared', () => {
  const groups = [
    { name: 'A', count: 60, ...near(1000) },
    { name: 'B', count: 59, ...near(5000) },
    { name: 'C', count: 60, ...near(2000) },
    { name: 'D', count: 60, median: null, medianInterval: null },
    { name: 'F', count: 10, ...near(500) },
  ];
  const { compared, found } = extremesOf(groups, 2);
  expect([compared, found?.highest.name, found?.lowest.name]).toEqual([2, 'C', 'A']);
  expect(extremesOf(groups, 2).beyond.map(({ name }) => name)).toEqual(['B', 'F']);
  expect(extremesOf(groups, 1).found?.highest.name).toBe('B');
  expect(extremesOf(groups, 1).beyond.map(({ name }) => name)).toEqual(['F']);
  const same = [2000, 1000].map((median) => ({ name: `E${median}`, count: 60, ...near(median) }));
  const tied = extremesOf([...groups, ...same], 2);
  expect(tied.found?.highestTied.map(({ name }) => name)).toEqual(['C', 'E2000']);
  expect(tied.found?.lowestTied.map(({ name }) => name)).toEqual(['A', 'E1000']);
  expect(tied.same).toBeNull();
  expect(
    extremesOf(
      [near(1000), near(1000)].map((one) => ({ ...one, count: 60 })),
      2,
    ).same,
  ).toBe(1000);
  expect(areEnough(60, 2)).toBe(true);
  expect(areEnough(59, 2)).toBe(false);
  expect(minRecordsText(1)).toBe('ao menos 30 registros');
  expect(minRecordsText(2.01)).toBe('ao menos 61 registros');
});

/** With an error of 10. */
const difference = (reais: number) => ({
  reais,
  interval: { lower: reais - 19.6, upper: reais + 19.6 },
});

test('differences from a base are tested together', () => {
  // 21 is 2.1 errors, a probability of 3.6 % by chance.
  expect(areBeyondChance([difference(21)])).toEqual([true]);
  // Among four, the smallest probability must be below 1.25 %: 3.6 % is not.
  expect(areBeyondChance([difference(21), difference(0), difference(5), difference(-3)])).toEqual([
    false,
    false,
    false,
    false,
  ]);
  // 30 is 3 errors, 0.27 %; then 21 must be below 2.5 % and is not.
  expect(areBeyondChance([difference(21), difference(30), difference(5), difference(-3)])).toEqual([
    false,
    true,
    false,
    false,
  ]);
  expect(areBeyondChance([{ reais: 500, interval: null }, difference(21)])).toEqual([null, true]);
  expect(areBeyondChance([])).toEqual([]);
});

test('the error of a difference is that of the end of its interval on the side of zero', () => {
  const [above, below] = [
    { reais: 21, interval: { lower: 1.4, upper: 121 } },
    { reais: -21, interval: { lower: -121, upper: -1.4 } },
  ];
  expect([areBeyondChance([above]), areBeyondChance([below])]).toEqual([[true], [true]]);
});

test('a difference whose interval ends at zero may be chance', () => {
  // The upper end of one median's interval and the lower end of the other's are the same floor.
  const floor = { count: 100, median: 1400, medianInterval: { lower: 1360, upper: 1400 } };
  const other = { count: 100, median: 1557.07, medianInterval: { lower: 1400, upper: 1607.07 } };
  expect(mayDifferByChance(other, floor)).toBe(true);
  const reais = other.median - floor.median;
  expect(areBeyondChance([{ reais, interval: differenceInterval(other, floor) }])).toEqual([false]);
  expect(extremesOf([floor, other], 1).found).toBeNull();
});

// The example of the authors, on fifteen hypotheses: Bonferroni would find the first three only.
test('the false discovery rate is controlled as Benjamini and Hochberg did', () => {
  const chances = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719,
    0.6528, 0.759, 1,
  ];
  const found = beyondChance(chances.toReversed()).toReversed();
  expect(found).toEqual(chances.map((_, index) => index < 4));
});

test('a probability of 5 % is beyond chance, and one of 5.1 % is not; known chances of 1 count as tests', () => {
  expect([0.05, 0.051].map((chance) => beyondChance([chance])[0])).toEqual([true, false]);
  // 1.2 % is below 2 / 5 and above 2 / 10 of 5 %, and 0.9 % above 1 / 10.
  expect(beyondChance([0.009, 0.012], 5)).toEqual([true, true]);
  expect(beyondChance([0.009, 0.012], 10)).toEqual([false, false]);
});

test('the probability of a difference is that of both tails', () => {
  // Tables of the normal distribution: 2 · 0.0013499 and 2 · 2.8665e-7.
  expect(chanceOf(3, 1)).toBeCloseTo(0.0026998, 7);
  expect(chanceOf(-10, 2) / 5.733e-7).toBeCloseTo(1, 3);
  expect([chanceOf(1, 0), chanceOf(0, 0), chanceOf(1, null)]).toEqual([0, 1, 1]);
});

test('the normal distribution is that of the tables', () => {
  expect(normalDistribution(0)).toBe(0.5);
  expect(normalDistribution(1.534120544352546)).toBeCloseTo(0.9375, 14);
  expect(normalDistribution(4.753424308822899)).toBeCloseTo(0.999999, 14);
  expect(normalDistribution(normalReach95)).toBeCloseTo(0.975, 14);
});

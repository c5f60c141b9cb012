import { expect, test } from 'vitest';
import { groupRatios, maybeMean, noSums, payRatio, sumsOf, type PaidPerson } from './pay-ratio.ts';

const people = (occupation: string, sex: 'F' | 'M', ...reais: number[]): PaidPerson[] =>
  reais.map((salary) => ({ occupation, sex, centavos: salary * 100 }));

test('a payroll in the layout of the report, by hand', () => {
  const rows = groupRatios(
    [
      // Women 1,000 2,000 3,000 and 6,000: median 2,500, mean 3,000; men 2,000 4,000 9,000: 4,000 and 5,000.
      ...people('212405', 'F', 1000, 6000, 3000),
      ...people('225125', 'F', 2000),
      ...people('212405', 'M', 9000, 2000, 4000),
      ...people('521110', 'F', 1500, 1500),
      ...people('521110', 'M', 1500, 1500, 1500),
      ...people('142105', 'M', 8000, 8000),
      ...people('', 'M', 99),
    ],
    1,
  );
  expect(rows.map(({ code, women, men }) => [code, women.count, men.count])).toEqual([
    ['1', 0, 2],
    ['2', 4, 3],
    ['5', 2, 3],
  ]);
  expect(rows[0]?.ratio).toEqual({ withheld: 'ambos', median: null, mean: null });
  expect(rows[1]).toMatchObject({
    women: { median: 250_000, mean: 300_000 },
    men: { median: 400_000, mean: 500_000 },
    ratio: { withheld: null, median: 0.625, mean: 0.6 },
  });
  expect(rows[2]?.ratio.withheld).toBe('mulheres');
});

test('a person whose code is shorter than the group is in no row', () => {
  const rows = groupRatios([...people('21', 'F', 1000), ...people('2124', 'M', 2000)], 4);
  expect(rows.map(({ code, women }) => [code, women.count])).toEqual([['2124', 0]]);
});

const pay = (count: number) => ({ count, median: 200_000, mean: 200_000 });

test('three of each are enough, and two of either are not', () => {
  expect(payRatio(pay(3), pay(3), 3)).toEqual({ withheld: null, median: 1, mean: 1 });
  expect(payRatio(pay(2), pay(3), 3).withheld).toBe('mulheres');
  expect(payRatio(pay(3), pay(2), 3).withheld).toBe('homens');
  expect(payRatio(pay(2), pay(2), 3)).toEqual({ withheld: 'ambos', median: null, mean: null });
});

test('a missing median or mean of either sex has no ratio', () => {
  expect(payRatio({ ...pay(3), mean: null }, pay(3), 3)).toMatchObject({ median: 1, mean: null });
  expect(payRatio(pay(3), { ...pay(3), median: null }, 3)).toMatchObject({ median: null, mean: 1 });
});

test('one salary has a mean, and none has none', () => {
  expect([maybeMean(sumsOf([150_000])), maybeMean(noSums)]).toEqual([150_000, null]);
});

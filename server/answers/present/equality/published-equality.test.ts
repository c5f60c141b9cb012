import { expect, test } from 'vitest';
import { julyRelease } from '../../../../tests/support/july-release.ts';
import type { GroupPay } from './equality-groups.ts';
import { publishedEquality, publishedRaces } from './published-equality.ts';

const around = (centavos: number) => ({
  median: centavos,
  medianInterval: { lower: centavos - 1, upper: centavos + 2 },
  mean: centavos,
});
const pay = (women: number, men: number): GroupPay => ({
  women: { count: women, ...around(150_000) },
  men: { count: men, ...around(200_000) },
  gap: null,
});

test('a group has a ratio only with five of each sex, and otherwise the reason', () => {
  const groups = new Map([
    ['5', pay(36, 35)],
    ['', pay(43, 44)],
    ['3', pay(4, 5)],
    ['2', pay(3, 4)],
  ]);
  // In the order of the codes, whatever the order of the groups.
  const { rows } = publishedEquality({ empregados: 'todos' }, groups, julyRelease);
  expect(rows.map(({ code, withheld, medianRatio }) => [code, withheld, medianRatio])).toEqual([
    ['2', 'ambos', null],
    ['3', 'mulheres', null],
    ['5', null, 0.75],
  ]);
});

const all = { empregados: 'todos' } as const;

/** A difference in centavos with half the width of its interval, and a ratio of 0.9 ± 0.1. */
const estimate = (difference: number, half: number) => ({
  difference,
  interval: { lower: difference - half, upper: difference + half },
  ratio: 0.9,
  ratioInterval: { lower: 0.8, upper: 1 },
});
const gap = {
  raw: estimate(-10_000, 2000.4),
  compared: {
    cells: 7,
    women: 40,
    men: 40,
    outsideWomen: -300,
    outsideMen: 500,
    matching: { composition: 1200, remainder: estimate(-8000, 100) },
    decomposition: { composition: 1000, remainder: estimate(-7800, 50) },
  },
};

test('a family is in reais, with the intervals of its own design effect, above its occupations', () => {
  const family = { ...pay(40, 40), gap };
  const release = {
    ...julyRelease,
    designEffects: new Map([
      [0, 9],
      [5211, 4],
    ]),
  };
  const groups = new Map([
    ['5211', family],
    ['521110', family],
  ]);
  const { path, rows, whole } = publishedEquality({ ...all, grupo: '5211' }, groups, release);
  expect([path, rows].map((list) => list.map(({ code }) => code))).toEqual([
    ['5', '521', '5211'],
    ['521110'],
  ]);
  const wide = {
    ratio: 0.9,
    ratioInterval: { lower: expect.closeTo(0.7, 12), upper: expect.closeTo(1.1, 12) },
  };
  expect(whole).toMatchObject({ designEffect: 4, medianRatio: 0.75, meanRatio: 0.75 });
  // √4 times 2,000.4 centavos on either side.
  expect(whole.adjusted).toEqual({
    raw: { difference: -100, interval: { lower: -140.01, upper: -59.99 }, ...wide },
    women: 40,
    men: 40,
    cells: 7,
    compared: {
      outsideWomen: -3,
      outsideMen: 5,
      matching: {
        composition: 12,
        remainder: { difference: -80, interval: { lower: -82, upper: -78 }, ...wide },
      },
      decomposition: {
        composition: 10,
        remainder: { difference: -78, interval: { lower: -79, upper: -77 }, ...wide },
      },
    },
  });
  expect(publishedEquality(all, new Map([['', family]]), release).whole.designEffect).toBe(9);
});

const rowsOf = (...women: readonly number[]) =>
  publishedEquality(
    all,
    new Map([
      [
        '',
        pay(
          women.reduce((sum, count) => sum + count),
          40 * women.length,
        ),
      ],
      ...women.map((count, at) => [String(at + 1), { ...pay(count, 40), gap }] as const),
    ]),
    julyRelease,
  ).rows;

test('a suppressed median or mean takes its ratio along, and the reason is that it protects another', () => {
  const [few, median] = rowsOf(4, 28, 29);
  expect(few).toMatchObject({
    withheld: 'mulheres',
    women: { count: 4, median: null, medianInterval: null },
  });
  expect(median).toMatchObject({
    withheld: 'protegido',
    women: { count: 28, median: null, medianInterval: null, mean: null },
    medianRatio: null,
    meanRatio: null,
    adjusted: null,
  });
  const [, mean] = rowsOf(4, 30, 90);
  expect(mean).toMatchObject({
    withheld: null,
    women: {
      count: 30,
      median: 1500,
      medianInterval: { lower: 1499.99, upper: 1500.02 },
      mean: null,
    },
    medianRatio: 0.75,
    meanRatio: null,
    adjusted: { raw: null, compared: null },
  });
});

test('a race needs thirty of each sex', () => {
  const races = new Map([
    ['3', pay(101, 40)],
    ['1', pay(29, 40)],
    ['2', pay(100, 40)],
  ]);
  const complete = { state: 'complete' as const, months: 1, withoutMov: [] };
  const { rows } = publishedRaces(races, {}, julyRelease, complete);
  expect(rows.map(({ race, withheld }) => [race, withheld])).toEqual([
    ['1', 'mulheres'],
    ['2', null],
    ['3', null],
  ]);
});

test('incomplete data have no ratio, and few records keep their own reason', () => {
  const groups = new Map([
    ['', pay(43, 80)],
    ['1', pay(3, 40)],
    ['2', pay(40, 40)],
  ]);
  const query = { ...all, periodoInicio: '202306', periodoFim: '202307' };
  const { rows } = publishedEquality(query, groups, julyRelease);
  expect(rows.map(({ withheld, medianRatio }) => [withheld, medianRatio])).toEqual([
    ['mulheres', null],
    ['incompleto', null],
  ]);
});

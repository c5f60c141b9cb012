import { describe, expect, test } from 'vitest';
import { GapTally } from '../../../../shared/statistics/adjusted-gap.ts';
import { sumsOf, noSums } from '../../../../shared/statistics/pay-ratio.ts';
import type { GroupPay } from './equality-groups.ts';
import { isOfOneRace, suppressedRaces, suppressedRows, wholeKey } from './suppress-groups.ts';

interface People {
  /** Compared people, in cells of one woman and one man each as far as possible; the last cell has the rest. */
  readonly women: number;
  readonly men: number;
  /** People in cells that have only their own sex. */
  readonly outsideWomen?: number;
  readonly outsideMen?: number;
}

const paid = (count: number) =>
  count === 0 ? noSums : sumsOf(Array.from({ length: count }, (_, index) => 150_000 + index));

const side = (count: number) => ({ count, median: 150_000, mean: 150_000 });

function group({ women, men, outsideWomen = 0, outsideMen = 0 }: People): GroupPay {
  const tally = new GapTally();
  const cells = Math.min(women, men);
  for (let cell = 0; cell < cells; cell++) {
    const isLast = cell === cells - 1;
    tally.add({
      women: paid(isLast ? women - cell : 1),
      men: paid(isLast ? men - cell : 1),
    });
  }
  tally.add({ women: paid(outsideWomen), men: noSums });
  tally.add({ women: noSums, men: paid(outsideMen) });
  return {
    women: side(women + outsideWomen),
    men: side(men + outsideMen),
    gap: tally.gap,
  };
}

const sumOf = (rows: readonly People[]): People => ({
  women: rows.reduce((all, { women }) => all + women, 0),
  men: rows.reduce((all, { men }) => all + men, 0),
  outsideWomen: rows.reduce((all, { outsideWomen = 0 }) => all + outsideWomen, 0),
  outsideMen: rows.reduce((all, { outsideMen = 0 }) => all + outsideMen, 0),
});

const suppressed = (rows: Readonly<Record<string, People>>) => {
  const groups = new Map(Object.entries(rows).map(([code, people]) => [code, group(people)]));
  const of = suppressedRows(group(sumOf(Object.values(rows))), groups);
  return Object.fromEntries([wholeKey, ...groups.keys()].map((code) => [code, of(code)]));
};
const result = { women: null, men: null, isComparedHidden: false };
const withoutComparison = { ...result, isComparedHidden: true };

describe('a whole and its rows', () => {
  test('publish all figures if every group has five records', () => {
    const rows = {
      a: { women: 5, men: 5 },
      b: { women: 40, men: 50, outsideWomen: 5, outsideMen: 9 },
    };
    expect(suppressed(rows)).toEqual({ whole: result, a: result, b: result });
  });

  test('a row with all women but two retains their median: no distribution stands beside it', () => {
    const rows = { a: { women: 2, men: 40 }, b: { women: 400, men: 40 } };
    expect(suppressed(rows)).toMatchObject({
      a: { women: 'poucos_registros' },
      b: { women: 'so_a_media', men: null },
    });
  });

  test('four women lose their money, and the smallest row with thirty women the mean', () => {
    const rows = {
      a: { women: 4, men: 40 },
      b: { women: 20, men: 40 },
      c: { women: 30, men: 40, outsideWomen: 5 },
      d: { women: 90, men: 40 },
    };
    const all = suppressed(rows);
    expect(all).toMatchObject({
      whole: { women: null },
      a: { women: 'poucos_registros', men: null, isComparedHidden: true },
      b: result,
      c: { women: 'so_a_media', men: null, isComparedHidden: true },
      d: result,
    });
  });

  test('four women without a pair cost their row and one more the comparison', () => {
    const rows = {
      a: { women: 30, men: 30, outsideWomen: 4 },
      b: { women: 40, men: 40, outsideWomen: 5 },
      c: { women: 20, men: 20 },
      d: { women: 60, men: 60, outsideWomen: 8 },
    };
    // Row c is smaller, but has no one without a pair: its compared women are all of its women.
    expect(suppressed(rows)).toEqual({
      whole: result,
      a: withoutComparison,
      b: withoutComparison,
      c: result,
      d: result,
    });
  });

  test('the row that also loses the comparison is the smallest that protects, whatever its code', () => {
    const rows = {
      a: { women: 30, men: 30, outsideWomen: 4 },
      b: { women: 60, men: 60, outsideWomen: 8 },
      c: { women: 40, men: 40, outsideWomen: 5 },
    };
    expect(suppressed(rows)).toEqual({
      whole: result,
      a: withoutComparison,
      b: result,
      c: withoutComparison,
    });
  });

  test('a whole that lacks the comparison for its men protects the women of a row', () => {
    const rows = {
      a: { women: 30, men: 30, outsideWomen: 2, outsideMen: 4 },
      b: { women: 90, men: 90, outsideWomen: 9 },
    };
    expect(suppressed(rows)).toEqual({
      whole: withoutComparison,
      a: withoutComparison,
      b: result,
    });
  });

  test('where one row alone has people without a pair, the whole loses the comparison with it', () => {
    const rows = { a: { women: 30, men: 30, outsideWomen: 4 }, b: { women: 40, men: 40 } };
    expect(suppressed(rows)).toEqual({
      whole: withoutComparison,
      a: withoutComparison,
      b: result,
    });
  });

  test('two rows whose people without a pair are four together need a third', () => {
    const rows = {
      a: { women: 30, men: 30, outsideWomen: 2 },
      b: { women: 40, men: 40, outsideWomen: 2 },
      c: { women: 90, men: 90, outsideWomen: 9 },
    };
    expect(suppressed(rows)).toMatchObject({
      whole: result,
      a: { isComparedHidden: true },
      b: { isComparedHidden: true },
      c: { isComparedHidden: true },
    });
  });

  test('two rows whose compared women are four together need a third', () => {
    const rows = {
      a: { women: 2, men: 40, outsideWomen: 30 },
      b: { women: 2, men: 40, outsideWomen: 30 },
      c: { women: 90, men: 90, outsideWomen: 9 },
      d: { women: 91, men: 90, outsideWomen: 9 },
    };
    expect(suppressed(rows)).toEqual({
      whole: result,
      a: withoutComparison,
      b: withoutComparison,
      c: withoutComparison,
      d: result,
    });
  });

  test('a row without a mean needs another one without the comparison, whatever its size', () => {
    const rows = {
      a: { women: 0, men: 40, outsideWomen: 4 },
      c: { women: 30, men: 40, outsideWomen: 5 },
      d: { women: 90, men: 40, outsideWomen: 6 },
    };
    expect(suppressed(rows)).toEqual({
      whole: result,
      a: { ...withoutComparison, women: 'poucos_registros' },
      c: { ...withoutComparison, women: 'so_a_media' },
      d: withoutComparison,
    });
  });

  test('a row that lacks the comparison for its men hides no women, if all of them are compared', () => {
    const rows = {
      a: { women: 30, men: 30, outsideMen: 4 },
      b: { women: 4, men: 40, outsideWomen: 30 },
      // For the women of b, and for the men of a.
      c: { women: 90, men: 90, outsideWomen: 9 },
      d: { women: 20, men: 20, outsideMen: 9 },
      e: { women: 95, men: 95, outsideWomen: 9, outsideMen: 9 },
    };
    expect(suppressed(rows)).toEqual({
      whole: result,
      a: withoutComparison,
      b: withoutComparison,
      c: withoutComparison,
      d: withoutComparison,
      e: result,
    });
  });

  test('rows below thirty protect each other, because the races reveal the whole', () => {
    const rows = { a: { women: 4, men: 40 }, b: { women: 28, men: 40 }, c: { women: 29, men: 40 } };
    expect(suppressed(rows)).toMatchObject({
      whole: { women: null },
      a: { women: 'poucos_registros' },
      b: { women: 'protege_outro' },
      c: { women: null },
    });
  });
});

test('a race of twenty-nine women has no money, one of thirty has it', () => {
  const races = new Map([
    ['1', group({ women: 100, men: 100 })],
    ['2', group({ women: 29, men: 30 })],
    ['3', group({ women: 31, men: 30 })],
  ]);
  const of = suppressedRaces(races);
  expect(of('2')).toEqual({ women: 'poucos_sensiveis', men: null, isComparedHidden: true });
  // The three add up to the group, which the same screen shows.
  expect(of('3')).toEqual({ women: 'so_a_media', men: null, isComparedHidden: true });
  expect(of('1')).toEqual(result);
});

test('a race needs thirty compared people of each sex, and none or thirty without a pair', () => {
  const races = new Map([
    ['1', group({ women: 29, men: 40, outsideWomen: 31 })],
    ['2', group({ women: 30, men: 40, outsideWomen: 30 })],
    ['3', group({ women: 40, men: 40, outsideMen: 29 })],
    ['4', group({ women: 30, men: 30 })],
  ]);
  const of = suppressedRaces(races);
  expect(['1', '2', '3', '4'].map((race) => of(race).isComparedHidden)).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test.each([
  [{ 1: { women: 11, men: 40 }, 2: { women: 0, men: 4 } }, true],
  [{ 1: { women: 40, men: 0 }, 3: { women: 31, men: 5 } }, true],
  [{ 1: { women: 29, men: 40 } }, true],
  [{ 1: { women: 30, men: 40 } }, false],
  [{ 1: { women: 4, men: 40 } }, false],
  [{ 1: { women: 11, men: 40 }, 2: { women: 1, men: 4 } }, false],
])('%j are few people of one race: %s', (rows: Readonly<Record<string, People>>, expected) => {
  const races = new Map(Object.entries(rows).map(([race, people]) => [race, group(people)]));
  expect(isOfOneRace(races)).toBe(expected);
});

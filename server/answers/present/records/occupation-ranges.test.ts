import { expect, test } from 'vitest';
import { rangesOf } from './occupation-ranges.ts';

const bounds = (occupations: readonly (readonly [cbo: number, lines: number])[], pieces: number) =>
  rangesOf(
    occupations.map(([cbo, lines]) => ({ cbo, lines })),
    pieces,
  ).map(({ params }) => [params['fromOccupation'], params['toOccupation']]);

const everyCode = 4_294_967_295;

test('parts the occupations so that each range has about as many lines', () => {
  const occupations = [
    [111_111, 10],
    [222_222, 30],
    [333_333, 20],
    [444_444, 20],
  ] as const;
  expect(bounds(occupations, 2)).toEqual([
    [0, 222_222],
    [222_223, everyCode],
  ]);
  expect(bounds(occupations, 4)).toEqual([
    [0, 222_222],
    [222_223, 333_333],
    [333_334, everyCode],
  ]);
});

test('has every code, whatever was counted', () => {
  expect(bounds([], 3)).toEqual([[0, everyCode]]);
  expect(bounds([[521_110, 5]], 1)).toEqual([[0, everyCode]]);
  expect(bounds([[521_110, 5]], 9)).toEqual([[0, everyCode]]);
});

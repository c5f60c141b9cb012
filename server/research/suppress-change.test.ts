import { expect, test } from 'vitest';
import { changedRecords, disclosesChange, unmovedFigures } from './revision.ts';

const figures = (count: number, average: number | null) => ({
  count,
  average,
  p25: 1600,
  median: 1700,
  p75: 1800,
});
const gives = (before: number, now: number, changed: number | undefined) =>
  disclosesChange({ before: figures(before, 1700), now: figures(now, 1710), changed }, 5);

test('two means reveal four changed records, but not five', () => {
  expect(gives(40, 44, 4)).toBe(true);
  expect(gives(44, 40, 4)).toBe(true);
  expect(gives(40, 45, 5)).toBe(false);
});

test('two means reveal a record that replaces another, and a small net change', () => {
  expect(gives(40, 40, 2)).toBe(true);
  expect(gives(40, 40, 6)).toBe(false);
  expect(gives(40, 41, 7)).toBe(true);
});

test('what did not change gives nothing back, nor does a mean that is not shown', () => {
  expect(gives(40, 40, 0)).toBe(false);
  expect(disclosesChange({ before: figures(4, null), now: figures(5, 1700), changed: 1 }, 5)).toBe(
    false,
  );
});

test('where the earlier records are gone, the counts decide', () => {
  expect(gives(40, 44, undefined)).toBe(true);
  expect(gives(40, 40, undefined)).toBe(true);
  expect(gives(40, 45, undefined)).toBe(false);
  const same = { before: figures(40, 1700), now: figures(40, 1700), changed: undefined };
  expect(disclosesChange(same, 5)).toBe(false);
  // Two more records of the same mean have that mean.
  expect(disclosesChange({ ...same, now: figures(42, 1700) }, 5)).toBe(true);
});

test('thirty records lose the mean and what moved, twenty-nine all amounts', () => {
  const before = figures(29, 1700);
  expect(unmovedFigures(before, figures(30, 1710))).toEqual(figures(30, null));
  // A record between two known ones moves a quartile to itself, or to the middle between itself and its neighbour.
  expect(unmovedFigures(before, { ...figures(30, 1710), median: 1701, p75: 1790 })).toEqual({
    ...figures(30, null),
    median: null,
    p75: null,
  });
  const none = { average: null, p25: null, median: null, p75: null };
  expect(unmovedFigures(before, figures(29, 1710))).toEqual({ count: 29, ...none });
});

test('counts the records that only one of two distributions has', () => {
  const before = { centavos: [100, 200, 300], counts: [2, 1, 4] };
  const now = { centavos: [100, 300, 400], counts: [3, 2, 5] };
  // One more of 100, one fewer of 200, two fewer of 300, five more of 400.
  expect(changedRecords(before, now)).toBe(9);
});

import { expect, test } from 'vitest';
import { maxCodes } from '../format/line-columns.ts';
import { groupCodes, monthCodes } from './line-buffer.ts';
import { UncountableRowsError } from './plan.ts';

/** The lists of a month file with these subclasses. */
const monthOf = (first: number, count: number) => ({
  codes: {
    municipality: Uint32Array.of(0),
    subclass: Uint32Array.from({ length: count }, (_, at) => first + at),
  },
  municipalityStates: Uint32Array.of(0),
});

test('the codes of all months together are not more than the tables hold', () => {
  const plan = { shownState: null, hasSubclasses: true };
  const half = maxCodes / 2;
  const months = [monthOf(0, half), monthOf(half, half)];
  expect(groupCodes(plan, months).subclass).toHaveLength(maxCodes);
  const more = [...months, monthOf(0, maxCodes), monthOf(maxCodes, 1)];
  expect(() => groupCodes(plan, more)).toThrow(UncountableRowsError);
});

test('a code that a month lacks leaves the places of its other codes alone', () => {
  const codes = {
    municipality: Uint32Array.of(350_010, 350_030),
    // The last one is the empty code, which the panels list as the highest one.
    subclass: Uint32Array.of(111_301, 4_781_400, 10_000_000),
  };
  const shown = {
    municipality: [350_010, 350_030, 350_020],
    subclass: [4_781_400, 9_999_999, 111_301, 111_302],
  };
  const unfiltered = { filters: { codes: { municipality: null, subclass: null } } };
  const { municipality, subclass } = monthCodes(unfiltered, { codes }, shown);
  expect([municipality.passes, subclass.passes]).toEqual([null, null]);
  expect([...(municipality.places ?? [])]).toEqual([0, 1]);
  expect([...(subclass.places ?? [])]).toEqual([2, 0, 1]);
});

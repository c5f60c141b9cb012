import { expect, test } from 'vitest';
import { maxCodes } from '../format/line-columns.ts';
import { groupCodes } from './line-buffer.ts';
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

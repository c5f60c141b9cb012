import { expect, test } from 'vitest';
import { monthLater } from '../../../shared/codes/months.ts';
import { withExpectations } from './month-revisions.ts';

/** Months up to 202401, newest first, each followed up to it: one late declaration per hundred in the first month. */
const history = (count: number) =>
  Array.from({ length: count }, (_, delay) => ({
    month: monthLater('202401', -delay),
    declared: 100,
    admissions: Array.from({ length: Math.min(delay, 12) }, () => 101),
  }));

const loaded = ['202401', '202301', '202312'];

test('a month younger than twelve months states what it still expects, from 13 months of history on', () => {
  expect(withExpectations(history(12), loaded).map(({ expected }) => expected)).toEqual(
    Array.from({ length: 12 }, () => null),
  );
  const [newest, ...others] = withExpectations(history(13), loaded);
  expect(newest?.expected?.lower).toBeCloseTo(0.01, 10);
  expect(newest?.expected?.upper).toBeCloseTo(0.01, 10);
  expect(others.slice(0, 11).map(({ expected }) => expected)).toEqual(
    Array.from({ length: 11 }, () => ({ lower: 0, upper: 0 })),
  );
  // The oldest month was followed for twelve months.
  expect(others.at(-1)?.expected).toBeNull();
});

test('a month without one of its later files states nothing', () => {
  const months = history(14).map((month) =>
    month.month === '202310' ? { ...month, admissions: [101] } : month,
  );
  const found = withExpectations(months, loaded);
  expect(found.find(({ month }) => month === '202310')?.expected).toBeNull();
  expect(found.find(({ month }) => month === '202311')?.expected).not.toBeNull();
});

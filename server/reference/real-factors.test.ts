import { afterEach, expect, test } from 'vitest';
import { useImportedInpc } from './inpc.ts';
import { realFactors } from './real-factors.ts';

afterEach(() => useImportedInpc([]));

// INPC: May 2023 0.36 %, June −0.10 %, July −0.09 %.
test('months are worth what prices rose after them', () => {
  const { realMonth, factors } = realFactors(['202304', '202305', '202306', '202307']);
  expect(realMonth).toBe('202307');
  expect(factors.get('202307')).toBe(1);
  expect(factors.get('202306')).toBeCloseTo(0.9991, 12);
  expect(factors.get('202305')).toBeCloseTo(0.999 * 0.9991, 12);
  expect(factors.get('202304')).toBeCloseTo(1.0036 * 0.999 * 0.9991, 12);
});

test('months that are not loaded count all the same', () => {
  expect(realFactors(['202304', '202307']).factors.get('202304')).toBeCloseTo(
    1.0036 * 0.999 * 0.9991,
    12,
  );
});

test('a month after the last index has no factor, nor one long before the first', () => {
  const { realMonth, factors } = realFactors(['201811', '201812', '202606', '209901']);
  expect(realMonth).toBe('202606');
  expect([...factors.keys()].toSorted()).toEqual(['201812', '202606']);
  expect(realFactors(['209901'])).toEqual({ realMonth: null, factors: new Map() });
});

test('an imported month with which a newer product came counts once, and what follows it counts', () => {
  const [last, next] = ['202606', '202607'];
  useImportedInpc([
    { month: last, hundredths: 5000, source: 'importado antes' },
    { month: next, hundredths: 100, source: 'importado antes' },
  ]);
  const { realMonth, factors } = realFactors(['202605', last, next]);
  expect(realMonth).toBe(next);
  expect(factors.get(last)).toBeCloseTo(1.01, 12);
  // June 0.14 %.
  expect(factors.get('202605')).toBeCloseTo(1.0014 * 1.01, 12);
});

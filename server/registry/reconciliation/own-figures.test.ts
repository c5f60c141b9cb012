import { expect, test } from 'vitest';
import type { FileKind } from '../../../shared/contracts/uploads.ts';
import { adjustedFigure, declaredFigure, declaredMonths } from './own-figures.ts';

const neededFiles = (month: string, edition: string) =>
  adjustedFigure(new Map(), month, edition).missing.map((file) => `${file.kind} ${file.month}`);

test('the adjusted series needs the files of twelve months of late declarations and of every later exclusion', () => {
  expect(neededFiles('202301', '202303')).toEqual([
    'MOV 202301',
    'FOR 202302',
    'FOR 202303',
    'EXC 202302',
    'EXC 202303',
  ]);
  const long = neededFiles('202301', '202403');
  expect(long.filter((file) => file.startsWith('FOR')).at(-1)).toBe('FOR 202401');
  expect(long.filter((file) => file.startsWith('EXC')).at(-1)).toBe('EXC 202403');
});

test('there are no late declarations before February 2020 and no exclusions before April', () => {
  expect(neededFiles('202001', '202004')).toEqual([
    'MOV 202001',
    'FOR 202002',
    'FOR 202003',
    'FOR 202004',
    'EXC 202004',
  ]);
});

/** Admissions, separations, and the number and the sum of wages in centavos. */
type Counts = readonly [number, number, number, number];

/** A file with its counts by month of movement. */
function counted(kind: FileKind, month: string, counts: Readonly<Record<string, Counts>> = {}) {
  const months = Object.entries(counts).map(
    ([own, [admissions, separations, wage_count, wage_sum]]) =>
      [
        own,
        { lines: 0, admissions, separations, wage_count, wage_sum, median_wage: null },
      ] as const,
  );
  return [`${kind}${month}`, { kind, month, profile: { months: new Map(months) } }] as const;
}

const files = new Map([
  counted('FOR', '202302', { 202212: [50, 50, 50, 1], 202301: [3, 1, 2, 400_000] }),
  counted('MOV', '202302', { 202302: [0, 7, 0, 0] }),
  counted('MOV', '202301', { 202301: [10, 4, 9, 1_350_005] }),
  counted('EXC', '202301', { 202301: [1, 0, 1, 150_000] }),
  counted('EXC', '202302', { 202301: [1, 2, 0, 0] }),
  counted('EXC', '202303', { 202301: [5, 0, 5, 1_000_000] }),
]);

test('the declared series is the main file of the month', () => {
  expect(declaredMonths(files)).toEqual(['202302', '202301']);
  expect(declaredFigure(files, '202301')).toEqual({
    figure: { admissions: 10, separations: 4, wage: 1_350_005 / 9 },
    missing: [],
  });
  const one = new Map([counted('MOV', '202301', { 202301: [1, 0, 1, 150_000] })]);
  expect(declaredFigure(one, '202301').figure?.wage).toBe(150_000);
  // No admission, so no wage; and no file, so no figure.
  expect(declaredFigure(files, '202302').figure).toEqual({
    admissions: 0,
    separations: 7,
    wage: null,
  });
  expect(declaredFigure(files, '202303')).toEqual({
    figure: null,
    missing: [{ kind: 'MOV', month: '202303' }],
  });
});

test('the adjusted series adds late declarations and takes exclusions away, up to the edition', () => {
  // 10 + 3 − 1 − 1 admissions, 4 + 1 − 2 separations, and 9 + 2 − 1 wages.
  expect(adjustedFigure(files, '202301', '202302')).toEqual({
    figure: { admissions: 11, separations: 3, wage: 160_000.5 },
    missing: [],
  });
  expect(adjustedFigure(files, '202301', '202301').figure).toEqual({
    admissions: 9,
    separations: 4,
    wage: 1_200_005 / 8,
  });
  // The late declarations of March are missing; its exclusions count.
  expect(adjustedFigure(files, '202301', '202303')).toEqual({
    figure: { admissions: 6, separations: 3, wage: 600_005 / 5 },
    missing: [{ kind: 'FOR', month: '202303' }],
  });
});

test('a month of which all files have no line is empty, and one with a missing file is unknown', () => {
  const empty = new Map([counted('MOV', '202301')]);
  expect(declaredFigure(empty, '202301').figure).toEqual({
    admissions: 0,
    separations: 0,
    wage: null,
  });
  expect(adjustedFigure(empty, '202301', '202302').figure).toBeNull();
});

import { expect, test } from 'vitest';
import { adjustedFigure } from './own-figures.ts';

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

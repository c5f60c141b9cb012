import { expect, test } from 'vitest';
import { schoolingGroups, type SchoolingGroup } from '../../shared/codes/codes.ts';
import {
  fileCodesOfSchooling,
  identifiedSchoolingCodes,
  schoolingOfFileCode,
} from './schooling.ts';

test.each([
  [1, '1'],
  [2, '2'],
  [3, '2'],
  [4, '2'],
  [5, '3'],
  [6, '4'],
  [7, '5'],
  [8, '6'],
  [9, '7'],
  [80, '8'],
  [10, '9'],
  [11, '10'],
  [99, '80'],
  [null, '80'],
  [0, '80'],
  [12, '80'],
] as const)('file code %s is group %s', (code, group) => {
  expect(schoolingOfFileCode(code)).toBe(group);
});

test('every group of the product has file codes, and each maps back to it', () => {
  const groups: SchoolingGroup[] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '80'];
  expect(groups.toSorted()).toEqual(Object.keys(schoolingGroups).toSorted());
  for (const group of groups) {
    const codes = fileCodesOfSchooling(group);
    expect(codes.length).toBeGreaterThan(0);
    expect(new Set(codes.map(schoolingOfFileCode))).toEqual(new Set([group]));
  }
  expect(fileCodesOfSchooling('2')).toEqual([2, 3, 4]);
  expect(fileCodesOfSchooling('8')).toEqual([80]);
  expect(fileCodesOfSchooling('80')).toEqual([99]);
});

test('returns the codes that name a degree', () => {
  expect(identifiedSchoolingCodes).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 80]);
});

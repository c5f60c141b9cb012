import { expect, test } from 'vitest';
import { companySizeLabels } from '../../shared/codes/codes.ts';
import { keysOf } from '../../shared/codes/keys.ts';
import { employeeBandsOfSize, industrySections } from './company-size.ts';

test('extraction, manufacturing, energy, water and construction are industry', () => {
  expect(industrySections).toEqual(['B', 'C', 'D', 'E', 'F']);
});

test('industry: micro to 19, small to 99, medium to 499', () => {
  expect(employeeBandsOfSize('MICRO', 'industry')).toEqual([1, 2, 3, 4]);
  expect(employeeBandsOfSize('PEQUENA', 'industry')).toEqual([5, 6]);
  expect(employeeBandsOfSize('MEDIA', 'industry')).toEqual([7, 8]);
  expect(employeeBandsOfSize('GRANDE', 'industry')).toEqual([9, 10]);
});

test('other sections: micro to 9, small to 49, medium to 99', () => {
  expect(employeeBandsOfSize('MICRO', 'other')).toEqual([1, 2, 3]);
  expect(employeeBandsOfSize('PEQUENA', 'other')).toEqual([4, 5]);
  expect(employeeBandsOfSize('MEDIA', 'other')).toEqual([6]);
  expect(employeeBandsOfSize('GRANDE', 'other')).toEqual([7, 8, 9, 10]);
});

test.each(['industry', 'other'] as const)(
  'every number of employees has one size (%s)',
  (criterion) => {
    const codes = keysOf(companySizeLabels).flatMap((size) => employeeBandsOfSize(size, criterion));
    expect(codes).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  },
);

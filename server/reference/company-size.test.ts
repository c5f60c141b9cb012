import { expect, test } from 'vitest';
import { companySize, employeeBandsOfSize } from './company-size.ts';

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

test.each([
  ['C', 4, 'MICRO'],
  ['G', 4, 'PEQUENA'],
  ['F', 6, 'PEQUENA'],
  ['A', 6, 'MEDIA'],
  ['B', 7, 'MEDIA'],
  ['Q', 7, 'GRANDE'],
  ['D', 7, 'MEDIA'],
  ['E', 7, 'MEDIA'],
  ['G', 1, 'MICRO'],
  ['C', 99, null],
  ['G', 90, null],
  ['G', 97, null],
  ['G', 98, null],
] as const)('section %s with band %s is %s', (section, band, size) => {
  expect(companySize(section, band)).toBe(size);
});

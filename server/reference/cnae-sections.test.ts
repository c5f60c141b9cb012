import { expect, test } from 'vitest';
import { cnaeSections, sectionOfDivision, sectionOfSubclass } from './cnae-sections.ts';

test('names sections A to U', () => {
  expect(Object.keys(cnaeSections).join('')).toBe('ABCDEFGHIJKLMNOPQRSTU');
});

test.each([
  ['01', 'A'],
  ['03', 'A'],
  ['05', 'B'],
  ['09', 'B'],
  ['10', 'C'],
  ['33', 'C'],
  ['35', 'D'],
  ['36', 'E'],
  ['43', 'F'],
  ['45', 'G'],
  ['47', 'G'],
  ['49', 'H'],
  ['56', 'I'],
  ['63', 'J'],
  ['64', 'K'],
  ['68', 'L'],
  ['75', 'M'],
  ['82', 'N'],
  ['84', 'O'],
  ['85', 'P'],
  ['88', 'Q'],
  ['93', 'R'],
  ['96', 'S'],
  ['97', 'T'],
  ['99', 'U'],
])('division %s is of section %s', (division, section) => {
  expect(sectionOfDivision(division)).toBe(section);
});

test.each(['00', '04', '34', '40', '44', '48', '98', '1', '', 'AB'])(
  'division "%s" is of none',
  (division) => {
    expect(sectionOfDivision(division)).toBeUndefined();
  },
);

test('finds the section of a padded subclass', () => {
  expect(sectionOfSubclass('4711301')).toBe('G');
  expect(sectionOfSubclass('0161099')).toBe('A');
  expect(sectionOfSubclass('161099')).toBeUndefined();
});

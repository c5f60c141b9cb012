import { expect, test } from 'vitest';
import { monthSerial, reference } from './cells.ts';

test('cells have letters of one, two and three signs, and a sheet’s name its apostrophes twice', () => {
  const names = [0, 25, 26, 27, 51, 52, 701, 702].map((column) => reference('X', [0, column]));
  expect(names.map((name) => name.split('$')[1])).toEqual([
    'A',
    'Z',
    'AA',
    'AB',
    'AZ',
    'BA',
    'ZZ',
    'AAA',
  ]);
  expect(reference("Pau d'Alho", [4, 1], [6, 1])).toBe("'Pau d''Alho'!$B$5:$B$7");
});

test('a month is the day of its first as Excel counts days', () => {
  // The 45,658th day from 1900 on, with Excel's 29 February 1900.
  expect(['202501', '202502', '202012'].map(monthSerial)).toEqual([45_658, 45_689, 44_166]);
});

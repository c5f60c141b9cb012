import { expect, test } from 'vitest';
import {
  decimalText,
  exclusionHeader,
  exclusionLine,
  movementHeader,
  movementLine,
} from './official-text.ts';
import type { SyntheticMovement } from './synthetic-movement.ts';

const movement: SyntheticMovement = {
  month: '202608',
  region: '3',
  state: '35',
  municipality: '355030',
  section: 'A',
  subclass: '161099',
  balance: -1,
  occupation: '31210',
  category: 101,
  schooling: 7,
  age: null,
  hours: 44,
  race: 6,
  sex: 3,
  employerKind: 2,
  establishmentKind: 3,
  movementKind: 31,
  disability: 0,
  intermittent: 0,
  partTime: 0,
  employeeBand: 10,
  apprentice: 0,
  origin: 1,
  pay: { monthly: 162_100, fixed: 50, unit: 1 },
};

test.each([
  [0, ',00'],
  [1, ',01'],
  [50, ',50'],
  [100, '1,00'],
  [162_100, '1621,00'],
  [91_520_000, '915200,00'],
  [null, ''],
])('%s hundredths are "%s"', (hundredths, text) => {
  expect(decimalText(hundredths)).toBe(text);
});

test('a line in time and a late one', () => {
  const start = '202608;3;35;355030;A;161099;-1;31210;101;7;;,44;6;3;2;3;31;0;0;0;1621,00;10;0;1;';
  expect(movementLine(movement, '202608')).toBe(`${start}202608;0;1;,50`);
  expect(movementLine(movement, '202609')).toBe(`${start}202609;1;1;,50`);
});

test('an exclusion keeps the values and has its own two after the declaration', () => {
  expect(exclusionLine('a;b;202608;1;5;1621,00', '202609')).toBe('a;b;202608;202609;1;1;5;1621,00');
});

test('headers have the official columns in their order', () => {
  expect(movementHeader.split(';')).toHaveLength(28);
  expect(exclusionHeader.split(';')).toHaveLength(30);
  expect(exclusionHeader.split(';').toSpliced(25, 2)).toEqual(movementHeader.split(';'));
  expect(exclusionHeader.split(';').slice(24, 28)).toEqual([
    'competênciadec',
    'competênciaexc',
    'indicadordeexclusão',
    'indicadordeforadoprazo',
  ]);
});

import { expect, test } from 'vitest';
import { noneBelowText, totalsTable } from './totals.ts';

const textOf = (placed: number) =>
  noneBelowText({ people: 39, placed }, 'do piso').replaceAll('\u00a0', ' ');

test('that no one is below a reference is stated of the compared people alone', () => {
  expect(textOf(39)).toBe('Ninguém ganha abaixo do piso.');
  expect(textOf(28)).toBe('De 28 pessoas comparadas, nenhuma ganha abaixo do piso.');
  expect(textOf(0)).toBe('Nenhuma pessoa foi comparada.');
});

test('people without a market have no cost beside those who would cost nothing', () => {
  const total = {
    name: 'x',
    people: 2,
    payroll: 900_000,
    plausiblePayroll: 900_000,
    below: 0,
    cost: 0,
  };
  const { rows } = totalsTable(
    [
      { ...total, placed: 0, ratio: null },
      { ...total, placed: 2, ratio: 1570 },
    ],
    'Ocupação',
    'P50',
  );
  expect(rows).toEqual([
    ['x', 2, 0, 9000, null, null, null],
    ['x', 2, 2, 9000, 157, 0, 0],
  ]);
});

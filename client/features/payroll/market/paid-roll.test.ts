import { expect, test } from 'vitest';
import { paidRoll } from './paid-roll.ts';
import { plausiblePay } from './position.ts';
import type { Person } from '../reading/read-people.ts';

const person = (row: number, jobKey: string, sex: Person['sex']): Person => ({
  row,
  identification: '',
  title: jobKey,
  jobKey,
  area: '',
  sex,
  municipality: null,
  uf: null,
  centavos: row * 100_000,
  hours: 3600,
  hasUsualHours: false,
  hired: null,
});

test('people with an occupation and a sex are in the table with the pay of the payroll; the others are counted', () => {
  const roll = {
    fileName: 'folha.csv',
    people: [
      person(1, 'vendedora', 'F'),
      person(2, 'vendedora', null),
      person(3, 'outra', 'M'),
      person(4, 'nada', null),
      person(5, 'trocada', 'M'),
    ],
    matches: {
      vendedora: { code: '521110', confidence: 'igual' },
      outra: { code: '411005', confidence: 'duvidosa' },
      trocada: { code: null, confidence: 'nenhuma' },
    },
    refused: [],
    doubts: [],
    notes: [],
  } as const;
  expect(paidRoll({ roll, choices: { trocada: '142105' } }, plausiblePay(162_100))).toEqual({
    people: [
      { occupation: '521110', sex: 'F', centavos: 100_000 },
      { occupation: '142105', sex: 'M', centavos: 500_000 },
    ],
    withoutOccupation: 1,
    withoutSex: 1,
    doubtful: 1,
    implausible: 0,
  });
});

const paid = (row: number, centavos: number, hours = 4400) => ({
  ...person(row, 'vendedora', 'F'),
  centavos,
  hours,
});

test('a salary that the market does not count is left out, and counted', () => {
  const roll = {
    fileName: 'folha.csv',
    // 0.3 minimum wages are R$ 486.30, in any hours; 150 are R$ 243,150.00.
    people: [
      paid(1, 100),
      paid(2, 48_629),
      paid(3, 48_630),
      paid(4, 24_315, 2200),
      paid(5, 24_315_000),
      paid(6, 24_315_001),
      paid(7, 999_999_900),
    ],
    matches: { vendedora: { code: '521110', confidence: 'igual' } },
    refused: [],
    doubts: [],
    notes: [],
  } as const;
  const { people, implausible } = paidRoll({ roll, choices: {} }, plausiblePay(162_100));
  expect(people.map(({ centavos }) => centavos)).toEqual([48_630, 24_315_000]);
  expect(implausible).toBe(5);
});

import { expect, test } from 'vitest';
import { paidRoll } from './paid-roll.ts';
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
  expect(paidRoll({ roll, choices: { trocada: '142105' } })).toEqual({
    people: [
      { occupation: '521110', sex: 'F', centavos: 100_000 },
      { occupation: '142105', sex: 'M', centavos: 500_000 },
    ],
    withoutOccupation: 1,
    withoutSex: 1,
    doubtful: 1,
  });
});

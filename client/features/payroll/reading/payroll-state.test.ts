import { expect, test } from 'vitest';
import { PlaceFinder } from '../matching/find-places.ts';
import { TitleFinder } from '../matching/match-titles.ts';
import { heldRoll } from '../storage/payroll-storage.ts';
import { afterReading, noPayroll } from './payroll-state.ts';
import { readPeople } from './read-people.ts';
import { csvRows } from './read-roll-file.ts';
import { recognisedColumns, type ReadTable } from './roll-columns.ts';

const finders = {
  titles: new TitleFinder({
    nomes: [['521110', 'Vendedor', true]],
    frequencias: {},
  }),
  places: new PlaceFinder({ municipios: [] }),
};

function tableOf(text: string): ReadTable {
  const [header = [], ...rows] = csvRows(text);
  const table = { header, headerRow: 1, rows, notes: [] };
  return { table, fileName: 'folha.csv', columns: recognisedColumns(header) };
}
const rollOf = (requested: ReadTable, choices = {}) =>
  heldRoll(readPeople(requested, finders), choices);

const dates =
  'Nome;Cargo;Vencimento;Remuneração\nAna;Vendedor;05/08/2026;2.310,00\nBia;Vendedor;05/08/2026;1.900,00';

test.each([
  [
    'dates in a column that is named like a salary',
    dates,
    'Nenhuma linha pôde ser lida. Na primeira, o salário “05/08/2026” é uma data: mude a coluna ou o formato da célula. Confira se as colunas de cargo e salário são as certas e tente de novo.',
  ],
  [
    'an empty salary beside the one that is paid now',
    'Cargo;Salário;Salário atual\nVendedor;;2.310,00',
    'Nenhuma linha pôde ser lida. Na primeira, o salário está vazio: preencha-o. Confira se as colunas de cargo e salário são as certas e tente de novo.',
  ],
])('%s: the column form opens with the reason', (_, text, problem) => {
  const read = tableOf(text);
  expect(afterReading(noPayroll, read, rollOf(read))).toEqual({
    ...noPayroll,
    mapped: read,
    problem,
  });
});

test('a wrong choice of columns loses neither the payroll nor its chosen occupations', () => {
  const read = tableOf(dates);
  const right = { ...read, columns: { ...read.columns, salario: 3 } };
  const choices = { 'vendedor|': '521115' };
  const held = rollOf(right, choices);
  const loaded = afterReading({ ...noPayroll, mapped: read }, right, held);
  expect(loaded).toEqual({ held, read: right, mapped: undefined, problem: null });

  const wrong = { ...read, columns: { ...read.columns, salario: 2 } };
  const failed = afterReading({ ...loaded, mapped: right }, wrong, rollOf(wrong, choices));
  // The form stays open; without it, the payroll is there with its own columns.
  expect(failed).toEqual({ ...loaded, mapped: wrong, problem: expect.any(String) });
});

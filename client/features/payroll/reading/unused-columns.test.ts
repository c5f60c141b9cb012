import { expect, test } from 'vitest';
import { recognisedColumns } from './roll-columns.ts';
import { columnName, unusedColumns, unusedText } from './unused-columns.ts';

test('columns that are not used are named; one without a name only if it has values', () => {
  const header = ['Cargo', 'Estado civil', '', 'Salário', '', 'Bon\ufffdficio\n2026'];
  const rows = [['Vendedor', 'solteiro', '', '2.000,00', 'x']];
  const unused = unusedColumns({ header, rows }, recognisedColumns(header));
  expect(unused).toEqual(['Estado civil', 'Coluna 5', 'Bon\ufffdficio\n2026']);
  expect(unusedText(unused)).toBe(
    'Colunas não usadas: “Estado civil”, “Coluna 5” e “Bon\ufffdficio 2026”.',
  );
});

test('columns of the same title have different names, as two salaries of a sheet', () => {
  const header = ['Cargo', 'Salário', 'Salário', 'Salário '];
  expect(header.map((_, index) => columnName(header, index))).toEqual([
    'Cargo',
    'Salário',
    'Salário (coluna 3)',
    'Salário (coluna 4)',
  ]);
  expect(unusedColumns({ header, rows: [] }, recognisedColumns(header))).toEqual([
    'Salário (coluna 3)',
    'Salário (coluna 4)',
  ]);
});

test('one unused column, a long name and many names stay readable', () => {
  expect(unusedText(['Ramal'])).toBe('Coluna não usada: “Ramal”.');
  expect(unusedText(['a'.repeat(41)])).toBe(`Coluna não usada: “${'a'.repeat(40)}…”.`);
  const many = Array.from({ length: 12 }, (_, index) => `E${index + 1}`);
  expect(unusedText(many)).toMatch(/“E9”, “E10” e mais 2\.$/);
});

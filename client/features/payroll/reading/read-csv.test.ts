import { expect, test } from 'vitest';
import { csvRows } from './read-csv.ts';

test.each([
  [
    'cargo;salário\r\nVendedor;2.310,00\r\n',
    [
      ['cargo', 'salário'],
      ['Vendedor', '2.310,00'],
    ],
  ],
  [
    '\ufeffcargo\tsalário\nVendedor\t2310\n',
    [
      ['cargo', 'salário'],
      ['Vendedor', '2310'],
    ],
  ],
  [
    'cargo,salário,uf\nVendedor,"2.310,00",SP',
    [
      ['cargo', 'salário', 'uf'],
      ['Vendedor', '2.310,00', 'SP'],
    ],
  ],
  [
    'a;b\n"um ""dois""; três";"quatro\ncinco"\n',
    [
      ['a', 'b'],
      ['um "dois"; três', 'quatro\ncinco'],
    ],
  ],
  [
    'a;b\n1;\n',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  [
    'a;b\n1;',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  [
    'a;b\r1;2\r',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['a;b\n"aberta;2\n', [['a', 'b'], ['aberta;2']]],
  ['', []],
])('%j', (text, rows) => {
  expect(csvRows(text)).toEqual(rows);
});

test('a title above does not choose the separator', () => {
  expect(csvRows('Folha de julho, todas as áreas\ncargo;salário\nVendedor;2,5').at(-1)).toEqual([
    'Vendedor',
    '2,5',
  ]);
});

test('too many rows are refused with a sentence', () => {
  expect(() => csvRows('cargo;salário\n' + 'a;1\n'.repeat(200_000))).toThrow(
    'A planilha tem mais de 50.000 linhas.',
  );
});

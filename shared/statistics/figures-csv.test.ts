import { expect, test } from 'vitest';
import { checkFigureLines, figuresCsvHeader, readFigureLines } from './figures-csv.ts';

function checked(...lines: string[]) {
  const read = readFigureLines([figuresCsvHeader, ...lines].join('\r\n'));
  if (typeof read === 'string') throw new Error(read);
  return checkFigureLines(read);
}

test('figures are read as spreadsheets write them', () => {
  expect(
    checked('202607;202607;Declarada;2.262.888;2.204.320;58.568;2.419,23;"MTE, 202607"'),
  ).toEqual({
    figures: [
      {
        edition: '202607',
        month: '202607',
        series: 'declarada',
        admissions: 2_262_888,
        separations: 2_204_320,
        balance: 58_568,
        nominalWage: 2419.23,
        source: 'MTE, 202607',
      },
    ],
    problems: [],
  });
});

test('a wage may have a decimal point', () => {
  const { figures } = checked('202607;202607;declarada;;;;2081.50;MTE');
  expect(figures[0]?.nominalWage).toBe(2081.5);
});

test('a balance below zero may have the minus sign of the screens', () => {
  const { figures } = checked('202004;202004;declarada;617.644;1.519.961;−902.317;;MTE');
  expect(figures[0]?.balance).toBe(-902_317);
});

test('a month that is none is one error', () => {
  const { problems } = checked('07/2026;202607;declarada;1;1;0;;MTE');
  expect(problems.map(({ column }) => column)).toEqual(['edicao']);
});

test('a source in quotes may contain semicolons and quotes', () => {
  const { figures } = checked('202607;202607;declarada;1;1;0;;"MTE; tabela ""5"""');
  expect(figures[0]?.source).toBe('MTE; tabela "5"');
});

test('what stands after a semicolon in a source without quotes belongs to it, empty cells do not', () => {
  const { figures } = checked('202607;202607;declarada;1;1;0;;MTE; tabela 5;;');
  expect(figures[0]?.source).toBe('MTE; tabela 5');
});

test('every error is reported with the line of the file, empty lines counted, and its column', () => {
  const { figures, problems } = checked(
    '202607;202607;declarada;;;58.568;;MTE',
    '',
    '2026;202607;mensal;x;1;;;MTE',
    '202608;202608;declarada;;;1;;',
  );
  expect(figures).toHaveLength(1);
  expect(problems.map(({ line, column }) => [line, column])).toEqual([
    [4, 'edicao'],
    [4, 'serie'],
    [4, 'admissoes'],
    [5, 'fonte'],
  ]);
  expect(problems[0]?.message).toContain('AAAAMM');
});

test('an edition before its month and a balance that is none are errors of their columns', () => {
  const { problems } = checked('202606;202607;declarada;10;4;7;;MTE');
  expect(problems.map(({ line, column }) => [line, column])).toEqual([
    [2, 'edicao'],
    [2, 'saldo'],
  ]);
});

test('a line that would replace another line of the file is an error', () => {
  const { problems } = checked(
    '202607;202607;declarada;10;4;6;;MTE',
    '202607;202607;ajustada;10;4;6;;MTE',
    '202607;202607;declarada;;;;2419,23;MTE',
  );
  expect(problems).toEqual([
    { line: 4, column: 'mes', message: 'A edição, o mês e a série são os da linha 2.' },
  ]);
});

test('a file without the header is refused with the header', () => {
  expect(readFigureLines('edicao,mes\n1,2')).toBe(
    `A primeira linha do CSV deve ser ${figuresCsvHeader}.`,
  );
  expect(readFigureLines('')).toContain('A primeira linha');
  expect(readFigureLines(`\uFEFF${figuresCsvHeader.toUpperCase()}\n`)).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import {
  fileProblem,
  namedFiles,
  pickedProblem,
  problemOfAll,
  readName,
  sortByName,
  type PickedFiles,
} from './chosen-files.ts';

const file = (name: string, size = 10, lastModified = 1) =>
  new File(['x'.repeat(size)], name, { lastModified });
const rules = { endings: ['.txt', '.zip', '.7z'], maxMegabytes: 1 };

test('an official name gives kind and month; any other name gives neither', () => {
  expect(readName('CAGEDMOV202512.txt')).toEqual({ kind: 'MOV', month: '202512' });
  expect(readName('cagedexc202601 (1).7z')).toEqual({ kind: 'EXC', month: '202601' });
  expect(readName('CAGEDFOR202513.txt')).toEqual({ kind: null, month: null });
  expect(readName('vendas.csv')).toEqual({ kind: null, month: null });
});

test.each([
  [file('a.TXT'), undefined],
  [file('a.pdf'), 'Envie .txt, .zip ou .7z.'],
  [file('a.txt.exe'), 'Envie .txt, .zip ou .7z.'],
  [file('a.txt', 0), 'O arquivo está vazio. Baixe-o de novo do MTE.'],
  [file('a.txt', 2 ** 20), undefined],
  [file('a.txt', 2 ** 20 + 1), 'Passa de 1MB: envie em ZIP.'],
  [file('a.zip', 2 ** 20 + 1), 'Passa de 1MB.'],
])('a file by itself: %#', (one, problem) => {
  expect(fileProblem(one, rules)).toBe(problem);
});

const problem = (picked: PickedFiles, competencia = '202512') =>
  pickedProblem('MOV', { picked, competencia, rules });

describe('a file in its picker', () => {
  test('is as it should be', () => {
    expect(problem({ MOV: file('CAGEDMOV202512.txt'), FOR: file('b.txt') })).toBeUndefined();
    expect(problem({ MOV: file('movimentos.txt') })).toBeUndefined();
    expect(problem({})).toBeUndefined();
  });

  test('is of another kind by its name', () => {
    expect(problem({ MOV: file('CAGEDFOR202512.txt') })).toContain('movimentações fora do prazo');
  });

  test('is of another month by its name, once the competência is whole', () => {
    const picked = { MOV: file('CAGEDMOV202511.txt') };
    expect(problem(picked)).toBe('O nome diz nov/2025, e a competência é dez/2025.');
    expect(problem(picked, '2025')).toBeUndefined();
  });

  test('is in another picker too', () => {
    const twice = file('dados.txt');
    expect(problem({ MOV: twice, EXC: file('dados.txt') })).toContain('duas vezes');
    expect(problem({ MOV: twice, EXC: file('dados.txt', 10, 2) })).toBeUndefined();
  });
});

test('dropped files go where their names say, and the rest is reported', () => {
  const before = { FOR: file('CAGEDFOR202512.txt') };
  const movement = file('CAGEDMOV202512.txt');
  const { picked, leftOut } = sortByName(
    [movement, file('CAGEDFOR202512.txt'), file('CAGEDFOR202512.7z'), file('leia.txt')],
    before,
  );
  expect(picked).toEqual({ ...before, MOV: movement });
  expect(leftOut).toEqual([
    'CAGEDFOR202512.txt: o mesmo arquivo foi escolhido duas vezes.',
    'CAGEDFOR202512.7z: já há um arquivo de movimentações fora do prazo.',
    expect.stringMatching(/^leia\.txt: o nome não informa o tipo/),
  ]);
});

const named = (...names: string[]) =>
  namedFiles(
    names.map((name) => file(name)),
    rules,
  );

describe('the files of one picker', () => {
  test('go together, of one month or of many', () => {
    expect(problemOfAll([])).toBeUndefined();
    expect(problemOfAll(named('CAGEDMOV202512.txt', 'CAGEDEXC202512.zip'))).toBeUndefined();
    expect(
      problemOfAll(named('CAGEDMOV202512.txt', 'CAGEDMOV202511.txt', 'CAGEDFOR202511.7z')),
    ).toBeUndefined();
  });
  test.each([
    [
      ['CAGEDMOV202511.txt', 'CAGEDMOV202512.txt', 'CAGEDMOV202512.zip'],
      'Há dois arquivos CAGEDMOV de dez/2025. Deixe um só.',
    ],
    [['CAGEDMOV202512.txt', 'vendas.txt'], 'Remova os arquivos com problema.'],
  ])('do not: %o', (names, sentence) => {
    expect(problemOfAll(named(...names))).toBe(sentence);
  });
  test('are compared in browsers without iterator helpers, such as Safari before 18.4', () => {
    const filter = Object.getOwnPropertyDescriptor(Iterator.prototype, 'filter') ?? {};
    Reflect.deleteProperty(Iterator.prototype, 'filter');
    try {
      expect(problemOfAll(named('CAGEDMOV202512.txt', 'CAGEDMOV202512.zip'))).toContain('dez/2025');
    } finally {
      Reflect.defineProperty(Iterator.prototype, 'filter', filter);
    }
  });
  test('need a name that states kind and month', () => {
    expect(named('vendas.txt')[0]?.problem).toContain('CAGEDMOV202512.txt');
  });
});

import { expect, test } from 'vitest';
import { chosenFiles, formOf, problemOfAll } from './chosen-files.ts';

const file = (name: string, size = 10) => new File(['x'.repeat(size)], name);

test('the name tells kind and month', () => {
  const [chosen] = chosenFiles([file('CAGEDMOV202512.txt')], 500);
  expect(chosen).toMatchObject({ kind: 'MOV', month: '202512' });
  expect(chosen).not.toHaveProperty('problem');
});

test('another name, another ending and a size beyond the limit are refused', () => {
  const problems = chosenFiles(
    [file('vendas.csv'), file('CAGEDMOV202512.pdf'), file('CAGEDMOV202512.txt')],
    0.000001,
  ).map(({ problem }) => problem);
  expect(problems[1]).toBe('Envie .txt, .csv ou .zip.');
  expect(problems[2]).toContain('envie em ZIP');
  expect(chosenFiles([file('vendas.csv')], 500)[0]?.problem).toContain('CAGEDMOV202512.txt');
});

test('one month and one file of each kind go together', () => {
  const month = chosenFiles([file('CAGEDMOV202512.txt'), file('CAGEDEXC202512.zip')], 500);
  expect(problemOfAll(month)).toBeUndefined();
  const form = formOf(month);
  expect([form.get('competencia'), form.has('movFile'), form.has('excFile')]).toEqual([
    '202512',
    true,
    true,
  ]);
});

test('two months, or two of a kind, do not', () => {
  const months = chosenFiles([file('CAGEDMOV202512.txt'), file('CAGEDFOR202511.txt')], 500);
  expect(problemOfAll(months)).toBe('Envie os arquivos de um mês por vez.');
  const kinds = chosenFiles([file('CAGEDMOV202512.txt'), file('CAGEDMOV202512.zip')], 500);
  expect(problemOfAll(kinds)).toBe('Há dois arquivos do mesmo tipo.');
});

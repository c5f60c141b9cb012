import { expect, test } from 'vitest';
import { refuseTooManyRejections } from './rejections.ts';

const refusalOf = (rejected: number, blank: number) => () =>
  refuseTooManyRejections(
    { lines: 50, accepted: 50 - rejected, rejected, blank, isCutShort: false },
    1,
  );

test('a share that rounds to the limit is stated with more digits', () => {
  const counts = { lines: 99_999, accepted: 98_999, rejected: 1_000, isCutShort: false };
  expect(() => refuseTooManyRejections(counts, 1)).toThrow('(1,00001 %, e o limite é 1 %)');
});

test.each([
  [1, 0, '1 de 50 linhas foi rejeitada (2 %, e o limite é 1 %); o arquivo não foi publicado. Veja'],
  [1, 1, 'o arquivo não foi publicado. Ela está vazia. Veja'],
  [2, 0, '2 de 50 linhas foram rejeitadas (4 %, e o limite é 1 %)'],
  [2, 1, 'o arquivo não foi publicado. Delas, 1 está vazia. Veja'],
  [3, 2, 'o arquivo não foi publicado. Delas, 2 estão vazias. Veja'],
  [3, 3, 'o arquivo não foi publicado. Todas elas estão vazias. Veja'],
])(
  'the refusal agrees with the number of its %i lines, %i without text',
  (rejected, blank, text) => {
    expect(refusalOf(rejected, blank)).toThrow(text);
  },
);

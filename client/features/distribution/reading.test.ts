import { expect, test } from 'vitest';
import { readPosition } from './reading.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

/** The texts of R$ 2.000,00 for the number of lower salaries, of salaries up to it, and of all. */
const readAt = (below: number, upTo: number, count: number) => {
  const centavos = 200_000;
  const position = { kind: 'salary', centavos } as const;
  const reading = readPosition({ position, centavos, rank: { below, upTo } }, count);
  return {
    ...reading,
    rank: plain(reading.sentence).replace('R$ 2.000,00 ', ''),
    detail: plain(reading.detail),
  };
};

test.each([
  [0, 0, 500, 'está abaixo de todos os registros'],
  [500, 500, 500, 'está acima de todos os registros'],
  // 0.4 % rounds to 0, and 99.5 % to 100, which only the highest salary has.
  [1, 2, 500, 'está abaixo do percentil 1'],
  [2, 3, 500, 'é o percentil 1'],
  [496, 497, 500, 'é o percentil 99'],
  [497, 498, 500, 'está acima do percentil 99'],
  [499, 500, 500, 'é o percentil 100'],
  [333, 334, 500, 'é o percentil 67'],
  // A range has two percentiles or more, and two records or more.
  [250, 257, 500, 'é o percentil 51'],
  [250, 258, 500, 'vai do percentil 50 ao 52'],
  [4, 5, 10, 'é o percentil 50'],
  [4, 6, 10, 'vai do percentil 40 ao 60'],
  // 0.4 % of the records are below, or above.
  [2, 20, 500, 'vai do percentil 1 ao 4'],
  [480, 498, 500, 'vai do percentil 96 ao 99'],
  [0, 500, 500, 'vai do percentil 0 ao 100'],
])('%d lower of %d up to it of %d: %s', (below, upTo, count, text) =>
  expect(readAt(below, upTo, count).rank).toBe(text),
);

test('the shares up to a salary and above it, and of the salary itself from 2 % on', () => {
  const detailAt = (below: number, upTo: number) => readAt(below, upTo, 1000).detail;
  expect(detailAt(300, 319)).toBe(
    '31,9 % dos registros têm salário até esse valor, e 68,1 % ganham mais.',
  );
  expect(detailAt(300, 320)).toBe(
    '32,0 % dos registros têm salário até esse valor, e 68,0 % ganham mais. 2,0 % têm exatamente este salário.',
  );
  expect(detailAt(1000, 1000)).toBe('Nenhum registro tem salário maior.');
  expect(detailAt(900, 1000)).toBe(
    'Nenhum registro tem salário maior. 10,0 % têm exatamente este salário.',
  );
  expect(detailAt(0, 0)).toBe('Todos os registros têm salário maior.');
  // A single record is not a tie.
  expect(readAt(4, 5, 10).detail).toBe(
    '50,0 % dos registros têm salário até esse valor, e 50,0 % ganham mais.',
  );
  expect(readAt(4, 6, 10).detail).toMatch('20,0 % têm exatamente este salário.');
});

test('a salary has the percentile of its rank, and the caution of a far one', () => {
  expect(readAt(5, 6, 80).tenThousandths).toBe(750);
  expect(readAt(5, 6, 80).note).toMatch('Há menos de 10 registros além do percentil');
  expect(readAt(39, 40, 80).note).toBeNull();
});

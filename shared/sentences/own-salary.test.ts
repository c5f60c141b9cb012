import { expect, test } from 'vitest';
import { percentile, withRanks, rankOf, type ExactDistribution } from '../statistics/percentile.ts';
import type { Completeness } from '../contracts/completeness.ts';
import { ownSalaryText } from './own-salary.ts';

const complete: Completeness = { state: 'complete', months: 2, withoutMov: [] };

function textOf(
  exact: ExactDistribution,
  centavos: number,
  completeness: Completeness = complete,
): string | undefined {
  const distribution = withRanks(exact);
  const median = (percentile(distribution, 5000) ?? NaN) / 100;
  return ownSalaryText(
    { statistics: { count: distribution.count, median }, method: { completeness } },
    rankOf(distribution, centavos),
    centavos,
  );
}

const few = 'Há menos de 10 registros além do percentil; use com cautela.';
const noBreak = '\u00a0';
/** 2 at R$ 1.000, 97 at R$ 2.000, 1 at R$ 3.000. */
const hundred = { centavos: [100_000, 200_000, 300_000], counts: [2, 97, 1] };

test.each([
  [300_000, `Maior que 99 de cada 100; 50,0${noBreak}% acima da mediana. ${few}`],
  [350_000, `Maior que todos os registros; 75,0${noBreak}% acima da mediana.`],
  [200_000, 'Maior que 2 de cada 100; igual a 97 de cada 100; igual à mediana.'],
  [100_000, `Nenhum registro é menor; 50,0${noBreak}% abaixo da mediana.`],
  [90_000, `Menor que todos os registros; 55,0${noBreak}% abaixo da mediana.`],
])('%i centavos', (centavos, text) => {
  expect(textOf(hundred, centavos)).toBe(text);
});

const isNoted = (below: number, above: number) =>
  textOf({ centavos: [100_000, 200_000], counts: [below, above] }, 150_000)?.endsWith(few);

test('a position with fewer than ten records beyond it has the note of its percentile', () => {
  expect([isNoted(90, 10), isNoted(91, 9)]).toEqual([false, true]);
  expect([isNoted(10, 90), isNoted(9, 91)]).toEqual([false, true]);
  expect([isNoted(30, 10), isNoted(31, 9), isNoted(4, 1)]).toEqual([false, true, true]);
});

test('claims no more than there is: one of a thousand is less than one of a hundred', () => {
  const thousand = { centavos: [100_000, 200_000], counts: [1, 999] };
  expect(textOf(thousand, 150_000)).toContain('Maior que menos de 1 em cada 100');
});

test('a share is rounded down, and one of twenty is counted separately', () => {
  // 4 of 6 are 66.7 of 100; 5 of 100 have this salary.
  expect(textOf({ centavos: [100_000, 200_000], counts: [4, 2] }, 150_000)).toContain(
    'Maior que 66 de cada 100;',
  );
  const five = { centavos: [100_000, 200_000, 300_000], counts: [5, 90, 5] };
  expect(textOf(five, 300_000)).toContain('Maior que 95 de cada 100; igual a 5 de cada 100;');
});

test('says nothing of fewer than five records', () => {
  expect(textOf({ centavos: [100], counts: [4] }, 100)).toBeUndefined();
  expect(textOf({ centavos: [100], counts: [5] }, 100)).toBeDefined();
});

test('incomplete data have no position', () => {
  const partial: Completeness = { state: 'partial', months: 2, withoutMov: ['202307'] };
  expect(textOf(hundred, 300_000, partial)).toBeUndefined();
});

test('a salary equal to the median is so in binary too: 2048.18 · 100 is 204817.99999999997', () => {
  expect(textOf({ centavos: [100_000, 204_818], counts: [1, 9] }, 204_818)).toBe(
    'Maior que 10 de cada 100; igual a 90 de cada 100; igual à mediana.',
  );
});

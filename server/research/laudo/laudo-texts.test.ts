import { expect, test } from 'vitest';
import type { Statistics } from '../../../shared/contracts/search.ts';
import { queryText } from './laudo-texts.ts';

const textOf = (medianInterval: Statistics['medianInterval']) =>
  queryText({
    receipt: {
      id: 'Ob5saXqj7rgjWu8Tnx8arw',
      query: { subject: 'Vendedor', parts: ['SP'] },
      createdAt: '2026-11-20T12:00:00.000Z',
      release: {
        number: 1234,
        publishedAt: '2026-11-20T12:00:00.000Z',
        isSynthetic: false,
        isCurrent: true,
        isKept: true,
      },
      method: {
        rule: 'mte',
        ruleLabel: 'Regra do MTE',
        ruleDescription: '',
        series: 'ajustada',
        movement: 'admissao',
        period: { from: '202307', to: '202307' },
        completeness: { state: 'complete', months: 1, withoutMov: [] },
        structure: 'lines',
        designEffect: 1,
        release: null,
        funnel: [],
        minimumWage: null,
      },
      statistics: {
        count: 60,
        average: 1518,
        median: 1518,
        min: 1400,
        max: 1660,
        p10: 1408,
        p25: 1518,
        p75: 1518,
        p90: 1651,
        standardDeviation: 60,
        medianInterval,
      },
    },
    address: 'https://caged.example/receipt/x',
    corrected: null,
  }).replaceAll('\u00a0', ' ');

test('an interval that repeated salaries fill does not apply', () => {
  const heap =
    'Intervalo de 95 % da mediana: não se aplica: muitos salários iguais a R$ 1.518,00\n';
  expect(textOf({ lower: 1518, upper: 1518 })).toContain(heap);
  expect(textOf({ lower: 1517.99, upper: 1518, heap: 1518 })).toContain(heap);
  expect(textOf({ lower: 1500, upper: 1530 })).toContain(
    'Intervalo de 95 % da mediana, em valores nominais: R$ 1.500,00 a R$ 1.530,00\n',
  );
});

test('95 % belongs to the method that computes an interval, not to one interval', () => {
  expect(textOf(null)).toContain(
    'Intervalo: calculado por um método que, repetido, contém a mediana verdadeira em 95 de cada 100 vezes.',
  );
});

test('the version of the data is a number, not a quantity', () => {
  expect(textOf(null)).toContain('Dados: versão 1234, publicada em 20/11/2026');
});

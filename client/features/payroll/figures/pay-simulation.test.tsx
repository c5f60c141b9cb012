import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Total } from './totals.ts';
import { PaySimulation } from './pay-simulation.tsx';

const textOf = (total: Total) =>
  renderToStaticMarkup(
    <PaySimulation
      total={total}
      reference={{ kind: 'percentil', tenThousandths: 5000 }}
      usualFloor={undefined}
      onReference={() => undefined}
    />,
  )
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('\u00a0', ' ')
    .replaceAll('&lt;', '<');

test('a cost above zero is no zero share of the payroll, and the same count reads the same twice', () => {
  // 1 of 1,234 people is R$ 400,00 below, of a payroll of R$ 2.000.000,00: 0,02 %.
  const total = {
    name: 'Todos',
    people: 1234,
    placed: 1234,
    payroll: 200_000_000,
    plausiblePayroll: 200_000_000,
    ratio: 1100,
    below: 1,
    cost: 40_000,
  };
  const text = textOf(total);
  expect(text).toContain('Levar 1 pessoa à mediana custa R$ 400,00 por mês: < 0,1 % da folha.');
  expect(text).toContain('1.234 comparadas com o mercado');
  expect(text).toContain('de 1.234');
  expect(text).not.toContain('de 1234');
});

test('a salary that is probably a typing error is in no share of the payroll', () => {
  // One of three people has R$ 9.999.999,00; R$ 100,00 are 2,5 % of the other R$ 4.000,00.
  const text = textOf({
    name: 'Todos',
    people: 3,
    placed: 2,
    payroll: 1_000_399_900,
    plausiblePayroll: 400_000,
    ratio: 1000,
    below: 1,
    cost: 10_000,
  });
  expect(text).toContain('custa R$ 100,00 por mês: 2,5 % da folha, sem os salários a conferir.');
});

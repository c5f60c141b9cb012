import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { WhatIf } from './what-if.tsx';

test('a cost above zero is no zero share of the payroll, and the same count reads the same twice', () => {
  // 1 of 1,234 people is R$ 400,00 below, of a payroll of R$ 2.000.000,00: 0,02 %.
  const total = {
    name: 'Todos',
    people: 1234,
    placed: 1234,
    payroll: 200_000_000,
    ratio: 1100,
    below: 1,
    cost: 40_000,
  };
  const html = renderToStaticMarkup(
    <WhatIf
      total={total}
      reference={{ kind: 'percentil', tenThousandths: 5000 }}
      usualFloor={undefined}
      onReference={() => undefined}
    />,
  );
  const text = html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('\u00a0', ' ')
    .replaceAll('&lt;', '<');
  expect(text).toContain('Levar 1 pessoa à mediana custa R$ 400,00 por mês: < 0,1 % da folha.');
  expect(text).toContain('1.234 comparadas com o mercado');
  expect(text).toContain('de 1.234');
  expect(text).not.toContain('de 1234');
});

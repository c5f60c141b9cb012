import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { countOnly } from '../../../shared/statistics/catalogue.ts';
import { figuresText, ReceiptFigures } from './receipt-panels.tsx';

test('a line has the median where there is one', () => {
  const texts = [null, 1800].map((median) =>
    figuresText({ count: 20, median }).replaceAll('\u00a0', ' '),
  );
  expect(texts).toEqual(['20 registros', '20 registros, mediana R$ 1.800,00']);
});

test('a receipt without figures states the rule that suppresses them', () => {
  const sensitive =
    'Por raça/cor ou deficiência, mostramos só a contagem com menos de 30 registros.';
  expect(
    renderToStaticMarkup(<ReceiptFigures statistics={countOnly(20)} method={method} />),
  ).toContain(sensitive);
  expect(
    renderToStaticMarkup(
      <ReceiptFigures statistics={{ ...countOnly(20), median: 1800 }} method={method} />,
    ),
  ).not.toContain('só a contagem');
});

const method = { designEffect: 1 };

const panelOf = (upper: number) =>
  renderToStaticMarkup(
    <ReceiptFigures
      statistics={{ ...countOnly(40), median: 1800, medianInterval: { lower: 1800, upper } }}
      method={method}
    />,
  );

test('an interval between equal salaries is no certainty', () => {
  const certainty = 'da mediana é pouco informativo: há muitos salários iguais a';
  expect(panelOf(1800)).toContain(certainty);
  expect(panelOf(1900)).not.toContain(certainty);
});

const isSmall = (count: number, designEffect: number) =>
  renderToStaticMarkup(
    <ReceiptFigures statistics={{ ...countOnly(count), median: 1800 }} method={{ designEffect }} />,
  ).includes('Amostra pequena: use com cautela.');

test('a receipt labels a sample of fewer than 30 independent records small', () => {
  expect([isSmall(29, 1), isSmall(30, 1)]).toEqual([true, false]);
  expect([isSmall(59, 2), isSmall(60, 2)]).toEqual([true, false]);
});

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
  expect(renderToStaticMarkup(<ReceiptFigures statistics={countOnly(20)} />)).toContain(sensitive);
  expect(
    renderToStaticMarkup(<ReceiptFigures statistics={{ ...countOnly(20), median: 1800 }} />),
  ).not.toContain('só a contagem');
});

const panelOf = (upper: number) =>
  renderToStaticMarkup(
    <ReceiptFigures
      statistics={{ ...countOnly(40), median: 1800, medianInterval: { lower: 1800, upper } }}
    />,
  );

test('an interval between equal salaries is no certainty', () => {
  const certainty = 'da mediana é pouco informativo: há muitos salários iguais a';
  expect(panelOf(1800)).toContain(certainty);
  expect(panelOf(1900)).not.toContain(certainty);
});

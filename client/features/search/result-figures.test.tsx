import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { countOnly } from '../../../shared/statistics/catalogue.ts';
import { QuartilePanel, ResultCards } from './result-figures.tsx';

const notesOf = (count: number) =>
  [
    ...renderToStaticMarkup(
      <ResultCards statistics={countOnly(count)} totalCount={count} />,
    ).matchAll(/<span class="text-fine text-muted">(.*?)<\/span>/g),
  ].map(([, note]) => note);

test('cards without figures state why', () => {
  const few = 'menos de 5 registros';
  expect(notesOf(4)).toEqual(['movimentações', few, few, few]);
  const sensitive = 'menos de 30 registros';
  expect(notesOf(20)).toEqual(['movimentações', sensitive, sensitive, sensitive]);
  expect(notesOf(0).slice(1)).toEqual(['nenhum registro', 'nenhum registro', 'nenhum registro']);
});

const listOf = (upper: number) =>
  renderToStaticMarkup(
    <QuartilePanel
      statistics={{ ...countOnly(40), median: 1800, medianInterval: { lower: 1800, upper } }}
    />,
  );

test('the list of statistics names the salary that fills the interval of the median', () => {
  expect(listOf(1800)).toContain('da mediana é pouco informativo: há muitos salários iguais a');
  expect(listOf(1900)).not.toContain('pouco informativo');
});

test('the list of statistics has one note on few records beyond P10 and P90', () => {
  const notes = [99, 100].map(
    (count) =>
      renderToStaticMarkup(
        <QuartilePanel statistics={{ ...countOnly(count), p10: 1500, p90: 2500 }} />,
      ).split('P10 e P90 incertos').length - 1,
  );
  expect(notes).toEqual([1, 0]);
});

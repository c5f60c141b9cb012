import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { countAlone } from '../../../shared/statistics/catalogue.ts';
import { ResultCards } from './result-figures.tsx';

const notesOf = (count: number) =>
  [
    ...renderToStaticMarkup(
      <ResultCards statistics={countAlone(count)} totalCount={count} />,
    ).matchAll(/<span class="text-fine text-muted">(.*?)<\/span>/g),
  ].map(([, note]) => note);

test('cards without figures state the rule that withholds them', () => {
  const few = 'Com menos de 5 registros, mostramos só a contagem.';
  expect(notesOf(4)).toEqual(['movimentações', few, few, few]);
  const sensitive =
    'Por raça/cor ou deficiência, mostramos só a contagem com menos de 30 registros.';
  expect(notesOf(20)).toEqual(['movimentações', sensitive, sensitive, sensitive]);
  expect(notesOf(0).slice(1)).toEqual(['nenhum registro', 'nenhum registro', 'nenhum registro']);
});

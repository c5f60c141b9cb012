import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { figures } from '../../../tests/support/sample-panels.ts';
import { RankingList } from './ranking-list.tsx';

const noFigures = { average: null, p25: null, median: null, p75: null, medianInterval: null };

const place = (codigo: string, rank: number | null, count = 40) => ({
  codigo,
  nome: codigo,
  rank,
  ...figures(count, 1500),
});

const positionsOf = (places: Parameters<typeof RankingList>[0]['places']) =>
  [
    ...renderToStaticMarkup(
      <RankingList label="Lugares" places={places} chosen={[]} onPlace={() => undefined} />,
    ).matchAll(/<span class="text-right text-muted">(.*?)<\/span>/g),
  ].map(([, position]) => position);

test('places have positions among others; a single place with enough records has none', () => {
  expect(positionsOf([place('A', 1), place('B', 2), place('C', null, 9)])).toEqual([
    '1º',
    '2º',
    '—',
  ]);
  expect(positionsOf([place('A', 1), place('B', null, 9)])).toEqual(['', '—']);
});

const listWith = (withheld: 'protege_outro' | 'poucos_registros') => {
  const suppressed = { ...noFigures, withheld, codigo: 'B', nome: 'B', rank: null };
  return renderToStaticMarkup(
    <RankingList
      label="Lugares"
      places={[place('A', 1), { ...suppressed, count: 14, share: 0.1 }]}
      chosen={[]}
      onPlace={() => undefined}
    />,
  );
};

test('a list that omits a place to protect another one says so', () => {
  const reason = 'Omitimos valores que revelariam os de um grupo pequeno.';
  expect(listWith('protege_outro')).toContain(reason);
  expect(listWith('poucos_registros')).not.toContain(reason);
});

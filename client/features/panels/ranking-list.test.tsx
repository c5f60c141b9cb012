import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { figures } from '../../../tests/support/sample-panels.ts';
import { RankingList } from './ranking-list.tsx';

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

test('the button for all places fits states and regions alike', () => {
  const places = Array.from({ length: 8 }, (_, index) => place(String(index), index + 1));
  const list = (
    <RankingList label="Regiões do IBGE" places={places} chosen={[]} onPlace={() => undefined} />
  );
  expect(renderToStaticMarkup(list)).toContain('Ver a lista inteira (8)');
});

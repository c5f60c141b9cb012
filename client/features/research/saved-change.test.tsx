import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { SavedSearch } from '../../../shared/contracts/history.ts';
import { ChangeLine, SavedChange, savedChangeOptions } from './saved-change.tsx';

const saved: SavedSearch = {
  id: 's',
  name: 'Vendedores',
  query: { subject: 'x', parts: [] },
  notInName: [],
  filters: { movimentacao: 'admissao', metodo: 'mte', serie: 'ajustada' },
  ownSalary: null,
  isShared: false,
  isOwn: true,
  owner: 'x',
  seen: { count: 100, median: 2000, release: 1 },
  hasNewData: true,
  isFollowed: false,
  version: 1,
};
const now = { count: 150, median: 2200, release: 2, isSynthetic: false };

/** The change since a release, of demonstration data or not, in the list and in one line. */
function textsOf(isSynthetic: boolean): string[] {
  const own = { ...saved, seen: { ...saved.seen, isSynthetic } };
  const client = new QueryClient();
  client.setQueryData(savedChangeOptions(own).queryKey, { before: own.seen, now });
  return [<SavedChange key="list" saved={own} />, <ChangeLine key="line" saved={own} />].map(
    (view) =>
      renderToStaticMarkup(<QueryClientProvider client={client}>{view}</QueryClientProvider>)
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll('\u00a0', ' '),
  );
}

test('figures of real data have a change', () => {
  const [list, line] = textsOf(false);
  expect(list).toContain('Da versão 1 para a versão 2');
  expect(list).toContain('(+50,0 %)');
  expect(line).toContain('(+10,0 %)');
});

test('figures of demonstration data are named, and no change is computed from them', () => {
  const [list, line] = textsOf(true);
  expect(list).toContain('Da versão 1 (demonstração) para a versão 2');
  expect(`${list} ${line}`).not.toContain('%');
});

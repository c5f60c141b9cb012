import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import { unreadText, withTypedFilters } from './typed-query.ts';

afterEach(() => void vi.unstubAllGlobals());

test.each([
  [[], ''],
  [['paulista'], 'Fora da pesquisa: “paulista”.'],
  [['paulista', 'feliz'], 'Fora da pesquisa: “paulista” e “feliz”.'],
])('the words %o that a query leaves out are named', (words, text) => {
  expect(unreadText(words)).toBe(text);
});

const query = SearchFilters.parse({ searchQuery: 'vendedora feliz' });

test('a typed text becomes filters, with the words that the query leaves out', async () => {
  const read = { cargo: 'vendedora', filtros: { genero: 'F' }, partes: [], naoLidas: ['feliz'] };
  vi.stubGlobal('fetch', async () => Response.json({ ...read, sugestoes: [] }));
  expect(await withTypedFilters(new QueryClient(), query)).toEqual({
    filters: { ...query, searchQuery: 'vendedora', genero: 'F' },
    unread: ['feliz'],
  });
});

test('a typed section does not keep the activities of another one', async () => {
  const read = { cargo: 'pedreiro', filtros: { secao: 'F' }, partes: [], naoLidas: [] };
  vi.stubGlobal('fetch', async () => Response.json({ ...read, sugestoes: [] }));
  const text = { searchQuery: 'pedreiro na construção' };
  const requested = SearchFilters.parse({ ...text, secao: 'G', cnaes: ['4711301'] });
  const { filters } = await withTypedFilters(new QueryClient(), requested);
  expect(filters).toEqual({ ...query, searchQuery: 'pedreiro', secao: 'F' });
});

test('words that are no filter are not searched as part of the job', async () => {
  const read = { cargo: 'vendedora', filtros: {}, partes: [], naoLidas: [], sugestoes: [] };
  vi.stubGlobal('fetch', async () => Response.json(read));
  const requested = { ...query, searchQuery: 'vendedora no Brasil' };
  const filters = { ...query, searchQuery: 'vendedora' };
  expect(await withTypedFilters(new QueryClient(), requested)).toEqual({ filters, unread: [] });
});

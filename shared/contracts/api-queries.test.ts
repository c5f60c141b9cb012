import { expect, test } from 'vitest';
import { ApiQuery } from './api-queries.ts';

test('refuses a field that comes by both of its names', () => {
  const { error } = ApiQuery.safeParse({ filtros: { uf: 'SP', busca: 'a', searchQuery: 'b' } });
  expect(error?.issues[0]?.message).toBe('O campo busca veio duas vezes, com dois nomes.');
});

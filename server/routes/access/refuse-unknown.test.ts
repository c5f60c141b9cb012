import { expect, test } from 'vitest';
import { allowedMethods } from './refuse-unknown.ts';
import { routeTable } from './route-table.ts';

const of = (path: string) =>
  allowedMethods(routeTable, path, (route) => route !== '/api/v1/estatisticas');

test('a path has the methods of its routes with any parameters', () => {
  expect(of('/api/v1/pesquisa')).toEqual(['POST']);
  expect(of('/api/v1/estatisticas')).toEqual(['GET', 'POST']);
  expect(of('/api/v1/recibos/abc')).toEqual(['GET', 'HEAD']);
  expect(of('/api/saved/abc').toSorted()).toEqual(['DELETE', 'PUT']);
  for (const path of ['/api/v1/recibos/', '/api/v1', '/api/nada', '/', '/dashboard'])
    expect([path, of(path)]).toEqual([path, []]);
});

import { expect, test } from 'vitest';
import { julyRelease } from '../../../tests/support/july-release.ts';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import { familyQuery } from './panel-queries.ts';
import { QueryCache } from './query-cache.ts';
import { resolveQuery } from './salary-query.ts';

const query = (number: number, filters: object) =>
  familyQuery(resolveQuery(SearchFilters.parse(filters), { ...julyRelease, number }), 5211);

test('a family is counted once for all its occupations, filters and releases apart', async () => {
  const families = new QueryCache<ReadonlyMap<number, string>>();
  const counted: object[] = [];
  const send = async (number: number, filters: object) =>
    families.of(query(number, filters), async () => {
      counted.push({ number, ...filters });
      return new Map();
    });
  await send(1, { cbo: '521110' });
  await send(1, { cbo: '521125' });
  await send(1, { cbo: '521110', uf: 'SP' });
  await send(2, { cbo: '521125' });
  expect(counted).toEqual([
    { number: 1, cbo: '521110' },
    { number: 1, cbo: '521110', uf: 'SP' },
    { number: 2, cbo: '521125' },
  ]);
});

test('a count that failed is not stored', async () => {
  const families = new QueryCache<ReadonlyMap<number, string>>();
  const failing = families.of(query(1, { cbo: '521110' }), () => Promise.reject(new Error('away')));
  await expect(failing).rejects.toThrow('away');
  const groups = new Map();
  expect(await families.of(query(1, { cbo: '521110' }), async () => groups)).toBe(groups);
});

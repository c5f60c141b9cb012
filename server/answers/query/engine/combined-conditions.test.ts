import { expect, test } from 'vitest';
import { julyRelease } from '../../../../tests/support/july-release.ts';
import { SearchFilters } from '../../../../shared/contracts/search.ts';
import { resolveQuery } from '../salary-query.ts';
import { combinedConditions } from '../selection-sql.ts';

const release = {
  ...julyRelease,
  months: ['202306', '202307'],
  firstMonth: '202306',
  batches: [1, 2],
};
const query = (filters: object) => resolveQuery(SearchFilters.parse(filters), release);

test('conditions of all queries apply to every line, and conditions of some queries to their own lines', () => {
  const requested = { uf: 'SP', genero: 'F' };
  const { clauses, own, params } = combinedConditions([
    query(requested),
    query({ uf: 'SP' }),
    query({ ...requested, uf: 'RJ' }),
  ]);
  expect(own).toEqual([
    'ifNull(uf = {uf_0:UInt8} and sex = {sex_1:UInt8}, 0)',
    'ifNull(uf = {uf_0:UInt8}, 0)',
    'ifNull(uf = {uf_2:UInt8} and sex = {sex_1:UInt8}, 0)',
  ]);
  expect(clauses.at(-1)?.split(/\s+or\s+/)).toHaveLength(3);
  expect(clauses).toContain('batch in {batches:Array(UInt32)}');
  expect(params).toMatchObject({
    uf_0: 35,
    sex_1: 3,
    uf_2: 33,
    batches: [1, 2],
  });
});

test('a query with only the common conditions counts every line', () => {
  const { clauses, own } = combinedConditions([query({ uf: 'SP' }), query({})]);
  expect(own).toEqual(['ifNull(uf = {uf_0:UInt8}, 0)', null]);
  expect(clauses.join(' ')).not.toContain(' or uf');
});

test('queries over other months use the bounds of each month', () => {
  const { clauses, own } = combinedConditions([
    query({ periodoInicio: '202307' }),
    query({ periodoInicio: '202306' }),
  ]);
  expect(own).toEqual([
    'ifNull(month between {from_0:UInt32} and {to_0:UInt32}, 0)',
    'ifNull(month between {from_1:UInt32} and {to_1:UInt32}, 0)',
  ]);
  expect(clauses.some((clause) => clause.startsWith('salary >='))).toBe(true);
});

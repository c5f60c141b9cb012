import { afterEach, beforeEach, expect, test } from 'vitest';
import { SearchAnswer } from '../../../shared/contracts/search.ts';
import { changedWarehouse } from '../../../tests/support/changed-warehouse.ts';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { serve, type Served } from '../../../tests/support/served.ts';
import type { QueryLimits, Sql, Warehouse } from '../../platform/warehouse/warehouse.ts';

let installation: Installation;
let served: Served;
let queries: number;

/** The real engine, with a count of its queries. */
const counted = (warehouse: Warehouse): Warehouse =>
  changedWarehouse(warehouse, {
    rows: <Row>(sql: Sql, limits?: QueryLimits) => {
      queries += 1;
      return warehouse.rows<Row>(sql, limits);
    },
  });

beforeEach(async () => {
  queries = 0;
  installation = await newInstallation();
  await installation.load(await officialFile('CAGEDMOV202307.txt', 'MOV', [{}, {}, {}]));
  served = await serve({ ...installation, warehouse: counted(installation.warehouse) });
});
afterEach(async () => {
  await served.close();
  await installation.close();
});

async function search(role: 'CLIENT' | 'VIEWER', filters: object = {}) {
  const request = { method: 'POST', url: '/api/search', payload: { filters } } as const;
  const answer = await served.call(role, request);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  return SearchAnswer.parse(answer.json());
}

test('a repeated query on the same release runs nothing on the engine, for every user', async () => {
  const { receipt, ...first } = await search('CLIENT');
  const requested = queries;
  expect(requested).toBeGreaterThan(0);
  const { receipt: ofAnother, ...again } = await search('VIEWER');
  expect(again).toEqual(first);
  // Neither user has a company, so each has an own receipt.
  expect(ofAnother?.id).not.toBe(receipt?.id);
  expect(queries).toBe(requested);
});

test('a query on a new release is computed again', async () => {
  expect((await search('CLIENT')).totalCount).toBe(3);
  await installation.load(
    await officialFile('CAGEDMOV202308.txt', 'MOV', [
      { month: '202308', declared_month: '202308' },
    ]),
  );
  expect((await search('CLIENT')).totalCount).toBe(4);
});

test('identical queries of many users at once are computed once', async () => {
  await search('CLIENT', { genero: 'M' });
  const ofOne = queries;
  queries = 0;
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => search('CLIENT', { genero: 'F' })),
  );
  expect(new Set(answers.map(({ totalCount }) => totalCount))).toEqual(new Set([0]));
  expect(queries).toBeLessThanOrEqual(ofOne + 1);
});

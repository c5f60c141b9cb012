import { afterEach, beforeEach, expect, test } from 'vitest';
import { changedWarehouse } from '../../../tests/support/changed-warehouse.ts';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { serve, type Served } from '../../../tests/support/served.ts';
import { engineBackend } from '../../answers/present/answer.ts';
import type { QueryLimits, Sql, Warehouse } from '../../platform/warehouse/warehouse.ts';

const endless = 'select count() as n from numbers(1000000000000) where sipHash64(number) = 1';
let installation: Installation;
let served: Served;
let changeLimits: (limits: QueryLimits) => QueryLimits;

/** The count that runs once per release, for no specific user. */
const countsOccupations = ({ text }: Sql) => text.includes('group by cbo\n        having');

/** The real engine, in which the queries of a search never end. */
const slow = (warehouse: Warehouse): Warehouse =>
  changedWarehouse(warehouse, {
    rows: <Row>(sql: Sql, limits: QueryLimits = {}) =>
      countsOccupations(sql)
        ? warehouse.rows<Row>(sql, limits)
        : warehouse.rows<Row>({ text: endless }, changeLimits(limits)),
  });

beforeEach(async () => {
  installation = await newInstallation();
  await installation.load(await officialFile('CAGEDMOV202307.txt', 'MOV', [{}]));
  changeLimits = (limits) => limits;
  served = await serve({
    ...installation,
    warehouse: slow(installation.warehouse),
    backend: engineBackend,
  });
});
afterEach(async () => {
  await served.close();
  await installation.close();
});

const running = async () => {
  const [row] = await installation.warehouse.rows<{ n: number }>({
    text: `select count() as n from system.processes where query like '%sipHash64(number) = 1%'
      and query not like '%system.processes%'`,
  });
  return row?.n;
};
const search = { method: 'POST', url: '/api/search', payload: { filters: {} } } as const;

test('a search that takes too long is reported as such, with what to do', async () => {
  changeLimits = (limits) => ({ ...limits, timeoutMs: 100 });
  const response = await served.call('CLIENT', search);
  expect(response.statusCode).toBe(503);
  expect(response.json()).toMatchObject({ code: 'search_too_heavy' });
});

test('one query of a search that fails ends the others in the engine', async () => {
  let requested = 0;
  changeLimits = (limits) => ({ ...limits, timeoutMs: (requested += 1) === 2 ? 500 : 60_000 });
  const response = await served.call('CLIENT', search);
  expect(response.statusCode).toBe(503);
  expect(requested).toBeGreaterThan(2);
  changeLimits = (limits) => limits;
  await expect.poll(running).toBe(0);
});

test('a client that leaves ends its search in the engine too', async () => {
  const address = await served.app.listen({ port: 0 });
  const cookie = await served.cookie('CLIENT');
  const leaving = new AbortController();
  const request = fetch(`${address}/api/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(search.payload),
    signal: leaving.signal,
  });
  await expect.poll(running).toBeGreaterThan(0);
  leaving.abort();
  await expect(request).rejects.toThrow('abort');
  await expect.poll(running).toBe(0);
});

import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { emptyWarehouse } from '../../../tests/support/empty-warehouse.ts';
import { testStores } from '../../../tests/support/stores.ts';
import type { QueryLimits, Sql, Warehouse } from '../../platform/warehouse/warehouse.ts';
import { readConfig } from '../installation/config.ts';
import { readings } from './readings.ts';

const [sqlite] = testStores();

test('a fingerprint may take longer than a search, and ends with its command', async () => {
  const store = await sqlite.open();
  const given: (QueryLimits | undefined)[] = [];
  const rows = async ({ text }: Sql, limits?: QueryLimits) => {
    if (text.includes('sipHash128')) given.push(limits);
    return [];
  };
  const warehouse = { ...emptyWarehouse, rows };
  const { signal } = new AbortController();
  const deps = { config: readConfig({}), store, warehouse, clock: () => new Date(), signal };
  for await (const line of readings.fingerprint.read(deps)) expect(line).toContain('0 linhas');
  expect(given).toHaveLength(2);
  for (const limits of given) {
    expect(limits?.signal).toBe(signal);
    expect(limits?.timeoutMs).toBeGreaterThan(10 * 60_000);
  }
});

test('rejected lines are read as slowly as a person pages through them', async () => {
  const store = await sqlite.open();
  const given: (QueryLimits | undefined)[] = [];
  const warehouse: Warehouse = {
    ...emptyWarehouse,
    stream(_sql, limits) {
      given.push(limits);
      return Readable.from([]);
    },
  };
  const deps = { config: readConfig({}), store, warehouse, clock: () => new Date() };
  for await (const text of readings.rejections.read(deps, ['7'])) expect(text).toContain('linha');
  expect(given.map((limits) => limits?.timeoutMs)).toEqual([30 * 60_000]);
});

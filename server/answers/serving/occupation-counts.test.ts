import { afterEach, beforeEach, expect, test } from 'vitest';
import { changedWarehouse } from '../../../tests/support/changed-warehouse.ts';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { serve } from '../../../tests/support/served.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { occupationCountsReader } from './occupation-counts.ts';

let installation: Installation;
beforeEach(async () => {
  installation = await newInstallation();
});
afterEach(() => installation.close());

const load = async (month: string, cbos: readonly string[]) =>
  installation.load(
    await officialFile(
      `CAGEDMOV${month}.txt`,
      'MOV',
      cbos.map((cbo) => ({ cbo, month, declared_month: month })),
    ),
  );

/** The installation's warehouse with another `rows` method. */
const answering = (rows: (...args: Parameters<Warehouse['rows']>) => Promise<never[]>) =>
  changedWarehouse(installation.warehouse, { rows });

test('are counted once per release for any number of readers', async () => {
  const { store } = installation;
  let requested = 0;
  const warehouse = answering((...args) => {
    requested += 1;
    return installation.warehouse.rows(...args);
  });
  const counts = occupationCountsReader({ store, warehouse, maxWaitMs: 120_000 });
  expect(await counts()).toEqual(new Map());
  await load('202307', ['521110', '521110', '010205']);
  requested = 0;
  const results = await Promise.all([counts(), counts(), counts()]);
  for (const found of results) {
    expect(found).toEqual(
      new Map([
        ['010205', 1],
        ['521110', 2],
      ]),
    );
  }
  expect(requested).toBe(1);
  await load('202308', ['521110', '521110', '010205']);
  expect((await counts()).get('521110')).toBe(4);
});

test('do not delay readers, and cause no failure if they are unavailable', async () => {
  const { store } = installation;
  await load('202307', ['521110']);
  const never = answering(() => new Promise(() => undefined));
  expect(await occupationCountsReader({ store, warehouse: never, maxWaitMs: 50 })()).toEqual(
    new Map(),
  );
  const failing = answering(() => Promise.reject(new Error('no engine')));
  expect(await occupationCountsReader({ store, warehouse: failing })()).toEqual(new Map());
});

test('put the commonest seller first among the suggestions', async () => {
  await load('202307', ['521110', '524305', '521110', '354145', '354145', '521110']);
  const served = await serve(installation);
  const answer = await served.call('CLIENT', {
    url: '/api/reference/cbo-by-title?search=vendedor',
  });
  expect(
    answer
      .json()
      .slice(0, 3)
      .map(({ codigo }: { codigo: string }) => codigo),
  ).toEqual(['521110', '354145', '524305']);
  await served.close();
});

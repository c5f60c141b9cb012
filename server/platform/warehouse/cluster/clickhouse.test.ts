import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ClickHouseServer,
  startClickHouseServer,
} from '../../../../tests/support/clickhouse-server.ts';
import { openClickHouseWarehouse } from './clickhouse.ts';
import { isDamage, WarehouseAwayError } from '../engine-error.ts';
import { WarehouseError } from '../warehouse.ts';

let server: ClickHouseServer;

beforeAll(async () => {
  server = await startClickHouseServer();
});
afterAll(() => server.stop());

test('creates its database and keeps existing content', async () => {
  for (const table of ['first', 'second']) {
    const warehouse = await openClickHouseWarehouse({ url: server.url, database: 'made here' });
    await warehouse.run({ text: `create table ${table} (n UInt8) engine MergeTree order by n` });
    await warehouse.close();
  }
  const warehouse = await openClickHouseWarehouse({ url: server.url, database: 'made here' });
  const text = 'select name from system.tables where database = currentDatabase() order by name';
  expect(await warehouse.rows({ text })).toEqual([{ name: 'first' }, { name: 'second' }]);
  await warehouse.close();
});

test('reports a wrong password and an absent server', async () => {
  const wrong = new URL(server.url);
  wrong.password = 'wrong';
  await expect(openClickHouseWarehouse({ url: wrong.href, database: 'x' })).rejects.toMatchObject({
    engineCode: 516,
  });
  await expect(
    openClickHouseWarehouse({ url: 'http://127.0.0.1:1', database: 'x' }),
  ).rejects.toBeInstanceOf(WarehouseError);
});

test('closes once, after what still runs', async () => {
  const warehouse = await openClickHouseWarehouse({ url: server.url, database: 'x' });
  const running = warehouse.rows({
    text: 'select count(sleepEachRow(0.01)) as x from numbers(50)',
  });
  await Promise.all([warehouse.close(), warehouse.close()]);
  expect(await running).toEqual([{ x: 50 }]);
  await expect(warehouse.rows({ text: 'select 1' })).rejects.toThrow('closed');
});

test('a server that is silent is reported as away, and one that is slow is not', async () => {
  const warehouse = await openClickHouseWarehouse({ url: server.url, database: 'x' });
  const slow = { text: 'select sleep(3) as x' };
  const late = warehouse.rows(slow, { timeoutMs: 500 }).catch((error: unknown) => error);
  expect(await late).not.toBeInstanceOf(WarehouseAwayError);
  expect(await late).toMatchObject({ engineCode: 159 });
  server.freeze();
  try {
    const limits = { timeoutMs: 500 };
    await expect(warehouse.rows({ text: 'select 1' }, limits)).rejects.toMatchObject({
      name: 'WarehouseAwayError',
      part: 'servers',
    });
    const stream = async () => {
      for await (const rows of warehouse.stream({ text: 'select 1' }, limits)) return rows;
      return [];
    };
    await expect(stream()).rejects.toMatchObject({ part: 'servers' });
  } finally {
    server.thaw();
  }
  expect(await warehouse.rows({ text: 'select 1 as x' })).toEqual([{ x: 1 }]);
  await warehouse.close();
});

test('remembers that a query met damaged data', async () => {
  const warehouse = await openClickHouseWarehouse({ url: server.url, database: 'damaged' });
  await warehouse.run({ text: 'create table spoiled (n UInt64) engine MergeTree order by n' });
  await warehouse.run({ text: 'insert into spoiled select number from numbers(50000)' });
  const sum = { text: 'select sum(n) as total from spoiled where n % 7 = 3' };
  await expect(warehouse.rows({ text: 'select no_such_column' })).rejects.toThrow(WarehouseError);
  expect(warehouse.hasDamage()).toBe(false);
  const [part] = await warehouse.rows<{ path: string }>({
    text: `select path from system.parts where table = 'spoiled' and active`,
  });
  const file = await open(join(part?.path ?? '', 'data.bin'), 'r+');
  await file.write(Buffer.alloc(64, 0xa5), 0, 64, 1_000);
  await file.close();
  await expect(warehouse.rows(sum)).rejects.toSatisfy(isDamage);
  expect(warehouse.hasDamage()).toBe(true);
  await warehouse.close();
});

import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changedWarehouse } from '../../../tests/support/changed-warehouse.ts';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { groupPayReader } from './group-pay-reader.ts';

let installation: Installation;
const logger = pino({ level: 'silent' });
beforeEach(async () => {
  installation = await newInstallation();
});
afterEach(() => {
  vi.useRealTimers();
  return installation.close();
});

const load = async (month: string, records: number) =>
  installation.load(
    await officialFile(
      `CAGEDMOV${month}.txt`,
      'MOV',
      Array.from({ length: records }, () => ({ month, declared_month: month })),
    ),
  );

/** The installation's warehouse with another `rows` method. */
const answering = (rows: (...args: Parameters<Warehouse['rows']>) => Promise<never[]>) =>
  changedWarehouse(installation.warehouse, { rows });

const readerOf = (warehouse: Warehouse, maxWaitMs: number, signal?: AbortSignal) =>
  groupPayReader({
    store: installation.store,
    warehouse,
    logger,
    maxWaitMs,
    ...(signal && { signal }),
  });

test('are counted once per release for any number of readers', async () => {
  let requested = 0;
  const warehouse = answering((...args) => {
    requested += 1;
    return installation.warehouse.rows(...args);
  });
  const read = readerOf(warehouse, 120_000);
  expect(await read()).toEqual({ state: 'noMonths' });
  expect(requested).toBe(0);
  await load('202307', 4);
  const results = await Promise.all([read(), read(), read()]);
  for (const answer of results) {
    expect(answer).toMatchObject({ state: 'ready', period: { from: '202307', to: '202307' } });
    expect(answer.state === 'ready' && answer.groups.get('5211')).toEqual({
      records: 4,
      median: null,
    });
  }
  await read();
  expect(requested).toBe(1);
  await load('202308', 1);
  const next = await read();
  expect(next.state === 'ready' && next.groups.get('5211')).toEqual({ records: 5, median: 1500 });
  expect(requested).toBe(2);
});

test('do not delay readers while they are counted', async () => {
  await load('202307', 5);
  let requested = 0;
  const never = answering(() => {
    requested += 1;
    return new Promise(() => undefined);
  });
  const read = readerOf(never, 20);
  expect(await Promise.all([read(), read()])).toEqual([
    { state: 'counting' },
    { state: 'counting' },
  ]);
  expect(await read()).toEqual({ state: 'counting' });
  expect(requested).toBe(1);
});

test('are reported as missing where they cannot be counted, and counted again after a minute', async () => {
  await load('202307', 5);
  let requested = 0;
  const failingOnce = answering((...args) => {
    requested += 1;
    if (requested === 1) return Promise.reject(new Error('no engine'));
    return installation.warehouse.rows(...args);
  });
  const read = readerOf(failingOnce, 120_000);
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  expect(await read()).toEqual({ state: 'failed' });
  vi.advanceTimersByTime(59_000);
  expect(await read()).toEqual({ state: 'failed' });
  expect(requested).toBe(1);
  // A clock that is put back does not make the pause longer.
  vi.setSystemTime(Date.now() - 86_400_000);
  vi.advanceTimersByTime(2_000);
  expect(await read()).toMatchObject({ state: 'ready' });
  expect(requested).toBe(2);
});

test('are given up when the product closes', async () => {
  await load('202307', 5);
  const closing = new AbortController();
  const begun = Promise.withResolvers<void>();
  const untilClosed = answering(
    async (_sql, limits) =>
      new Promise((_resolve, reject) => {
        limits?.signal?.addEventListener('abort', () => reject(limits.signal?.reason));
        begun.resolve();
      }),
  );
  const read = readerOf(untilClosed, 120_000, closing.signal);
  const requested = read();
  await begun.promise;
  closing.abort(new Error('closing'));
  expect(await requested).toEqual({ state: 'failed' });
});

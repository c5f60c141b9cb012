import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tooOldPostgres } from '../../server/platform/store/store.ts';
import {
  reachWarehouse,
  tooOldClickHouse,
} from '../../server/process/installation/reach-warehouse.ts';
import { monthsEnding } from '../../shared/codes/months.ts';
import { writeSyntheticFiles } from '../support/synthetic-files.ts';
import { compareAnswers } from '../support/agreement.ts';
import { startClickHouseServer } from '../support/clickhouse-server.ts';
import { newInstallation, type Installation } from '../support/installation.ts';
import { officialFile } from '../support/official-file.ts';
import { freshDatabase } from '../support/fresh-database.ts';
import { Recomputation } from '../support/recompute.ts';

// The same flow on servers: PostgreSQL for the app, ClickHouse for the salaries, each with its address.
let server: Awaited<ReturnType<typeof startClickHouseServer>>;
let installation: Installation;
beforeAll(async () => {
  server = await startClickHouseServer();
  installation = await newInstallation({
    databaseUrl: await freshDatabase(),
    clickhouseUrl: server.url,
  });
});
afterAll(async () => {
  await installation.close();
  await server.stop();
});

test('loads, matches, publishes and answers to the centavo on PostgreSQL and ClickHouse', async () => {
  const files = await writeSyntheticFiles({
    directory: join(installation.folder, 'texts'),
    months: monthsEnding('202603', 4),
    linesPerMonth: 2_000,
    seed: 'servers',
  });
  const upload = await installation.load(...files.map(({ path }) => path));
  expect(upload).toMatchObject({ status: 'COMPLETED', release: 1 });
  const recomputation = await Recomputation.over(files);
  const run = await compareAnswers(installation, recomputation, { queries: 30, seed: 's' });
  expect(run.disagreements).toEqual([]);
  expect(run.answered).toBeGreaterThan(10);
});

test('rejects lines, recognises published content and replaces a month', async () => {
  const lines = [...Array.from({ length: 150 }, () => ({})), { salary: 'x' }];
  const mov = await officialFile('CAGEDMOV202307.txt', 'MOV', lines);
  expect((await installation.load(mov)).files[0]).toMatchObject({ accepted: 150, rejected: 1 });
  expect((await installation.load(mov)).files[0]).toMatchObject({ outcome: 'UNCHANGED' });
  const replacing = Array.from({ length: 150 }, () => ({ salary: '1700,00' }));
  await installation.loadApproved(await officialFile('CAGEDMOV202307.txt', 'MOV', replacing));
  const july = { periodoInicio: '202307', periodoFim: '202307' };
  expect((await installation.counted(july)).statistics.median).toBe(1700);
});

const reach = (url: URL) =>
  reachWarehouse({ clickhouseUrl: url.href, dataDir: installation.folder });

test('a wrong password is distinguished from a server that is not there', async () => {
  const wrong = new URL(server.url);
  wrong.password = 'errada';
  const refused = 'O ClickHouse de CLICKHOUSE_URL recusou o usuário ou a senha';
  await expect(reach(wrong)).rejects.toThrow(refused);
  const absent = new URL(server.url);
  absent.port = '1';
  await expect(reach(absent)).rejects.toThrow('não respondeu: confira o endereço');
});

test('servers older than what was tried are refused by their version', () => {
  expect(tooOldClickHouse('26.6.3.1')).toContain('é o 26.6.3.1, e este sistema precisa do 26.7');
  expect(['26.7.2.1', '26.12.1.2', '27.1.1.1'].map(tooOldClickHouse)).toEqual(
    Array(3).fill(undefined),
  );
  expect(tooOldPostgres('14.20')).toContain('é o 14.20, e este sistema precisa do 15');
  expect(['15.18', '18.4'].map(tooOldPostgres)).toEqual(Array(2).fill(undefined));
});

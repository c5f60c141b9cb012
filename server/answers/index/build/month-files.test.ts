import { mkdir, readFile, readdir, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SearchRequest } from '../../../../shared/contracts/search.ts';
import { newInstallation, type Installation } from '../../../../tests/support/installation.ts';
import { officialFile } from '../../../../tests/support/official-file.ts';
import type { QueryLimits, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import { currentRelease } from '../../../platform/store/current-release.ts';
import { countPay } from '../../present/answer.ts';
import { resolveQuery } from '../../query/salary-query.ts';
import { noIndex } from '../sorted-index.ts';
import { readableRelease } from '../../query/release.ts';
import { indexQueries } from '../count/index-queries.ts';
import { IndexBuilder } from './index-builder.ts';
import { MonthFiles } from './month-files.ts';

let installation: Installation;
let folder: string;
beforeEach(async () => {
  installation = await newInstallation();
  // Another folder than the one in which loads make the files.
  folder = join(installation.folder, 'own');
});
afterEach(() => installation.close());

const file = (kind: 'MOV' | 'FOR', declared: string, month: string) =>
  officialFile(`CAGED${kind}${declared}.txt`, kind, [
    { month, declared_month: declared, late: kind === 'FOR' ? '1' : '0' },
  ]);

const release = async () => readableRelease(await currentRelease(installation.store));

const structureOf = async (files: MonthFiles, requested: object = {}, limits: QueryLimits = {}) => {
  const { filters } = SearchRequest.parse({ filters: requested });
  const query = resolveQuery(filters, await release());
  const counted = await countPay(installation.warehouse, query, limits, {
    index: { ...noIndex, ...indexQueries(files) },
  });
  return [counted.structure, counted.distribution.counts];
};

async function makeOld(...paths: readonly string[]): Promise<void> {
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  for (const path of paths) await utimes(path, longAgo, longAgo);
}

test('a release’s months have files, and only those that changed are made again', async () => {
  await installation.load(await file('MOV', '202306', '202306'));
  await installation.load(await file('MOV', '202307', '202307'));
  const files = new MonthFiles(folder, installation.warehouse);
  expect(files.areWhole(await release())).toBe(false);
  await files.make(await release(), {});
  expect(files.areWhole(await release())).toBe(true);
  const [june, july] = (await readdir(folder)).toSorted();

  await installation.load(await file('FOR', '202308', '202307'));
  expect(files.areWhole(await release())).toBe(false);
  await files.make(await release(), {});
  await files.keepOnly(await release(), [], {});
  expect(await readdir(folder)).toHaveLength(3);
  await makeOld(join(folder, june ?? ''), join(folder, july ?? ''));
  const made = await stat(join(folder, june ?? ''));
  await files.keepOnly(await release(), [], {});
  const after = (await readdir(folder)).toSorted();
  expect(after).toHaveLength(2);
  expect(after[0]).toBe(june);
  expect((await stat(join(folder, june ?? ''))).mtimeMs).toBe(made.mtimeMs);
  expect(after[1]).toMatch(/^202307-/);
  expect(after).not.toContain(july);

  const afterRestart = new MonthFiles(folder, installation.warehouse);
  await afterRestart.make(await release(), {});
  expect((await stat(join(folder, june ?? ''))).mtimeMs).toBe(made.mtimeMs);
  expect(await structureOf(afterRestart)).toEqual(['ranked', [3]]);
});

test('a file of which the disk has lost a bit is rebuilt by the process that finds it', async () => {
  await installation.load(await file('MOV', '202306', '202306'));
  await new MonthFiles(folder, installation.warehouse).make(await release(), {});
  const [name = ''] = await readdir(folder);
  const path = join(folder, name);
  const whole = await readFile(path);
  for (const at of [whole.length - 8, Math.floor(whole.length / 2)]) {
    const flipped = Buffer.from(whole);
    flipped[at] = (flipped[at] ?? 0) ^ 4;
    await writeFile(path, flipped);
    const files = new MonthFiles(folder, installation.warehouse);
    await files.make(await release(), {});
    expect(files.areWhole(await release())).toBe(true);
    expect(await readFile(path)).toEqual(whole);
  }
});

test('without a file, and with one that is damaged, the answer is the same, and the file is rebuilt', async () => {
  await installation.load(await file('MOV', '202306', '202306'));
  const files = new MonthFiles(folder, installation.warehouse);
  expect(await structureOf(files)).toEqual(['lines', [1]]);
  await files.make(await release(), {});

  const [name = ''] = await readdir(folder);
  await truncate(join(folder, name), 100);
  expect(await structureOf(files)).toEqual(['lines', [1]]);
  expect(files.areWhole(await release())).toBe(false);
  await files.make(await release(), {});
  expect(await structureOf(files)).toEqual(['ranked', [1]]);
});

test('a missing file does not affect queries about occupations, which two threads count', async () => {
  await installation.load(await file('MOV', '202306', '202306'));
  for (let time = 0; time < 5; time++) {
    const files = new MonthFiles(folder, installation.warehouse);
    await files.make(await release(), {});
    await rm(folder, { recursive: true });
    expect(await structureOf(files, { cbo: '521110' })).toEqual(['lines', [1]]);
  }
});

test('an unfinished file is removed after some time', async () => {
  await installation.load(await file('MOV', '202306', '202306'));
  await mkdir(folder);
  const [old, young] = [join(folder, 'a.ranked.1.partial'), join(folder, 'a.ranked.2.partial')];
  await writeFile(old, 'x');
  await writeFile(young, 'x');
  await makeOld(old);
  const files = new MonthFiles(folder, installation.warehouse);
  await files.make(await release(), {});
  await files.keepOnly(await release(), [], {});
  const left = (await readdir(folder)).toSorted();
  expect(left).toEqual([expect.stringMatching(/^202306-.*\.ranked$/), 'a.ranked.2.partial']);
});

test('a query whose client has left is stopped, and its thread serves others', async () => {
  await installation.load(await file('MOV', '202306', '202306'));
  const files = new MonthFiles(folder, installation.warehouse);
  await files.make(await release(), {});
  const leaving = new AbortController();
  const requested = structureOf(files, {}, { signal: leaving.signal });
  leaving.abort(new Error('The client has left.'));
  await expect(requested).rejects.toThrow('The client has left.');
  expect(await structureOf(files)).toEqual(['ranked', [1]]);
});

test('a salary that the files cannot hold is counted from the lines', async () => {
  const rich = { salary: '60000000,00', month: '202306', declared_month: '202306' };
  await installation.load(await officialFile('CAGEDMOV202306.txt', 'MOV', [rich]));
  const answer = await installation.counted({ metodo: 'bruto' });
  expect(answer.method.structure).toBe('lines');
  expect(answer.statistics.max).toBe(60_000_000);
  const above = await installation.counted({ metodo: 'bruto', salarioMin: 50_000_000 });
  expect(above.statistics).toMatchObject({ count: 1, max: 60_000_000 });
  expect(above.method.funnel.at(-1)).toMatchObject({ step: 'faixaSalarial', remaining: 1 });
});

test('of processes that share a folder, one builds a file and the others use it', async () => {
  await installation.load(await file('MOV', '202306', '202306'));
  await installation.load(await file('MOV', '202307', '202307'));
  const requested: string[] = [];
  const counting = {
    ...installation.warehouse,
    rows: installation.warehouse.rows.bind(installation.warehouse),
    bytes: (...query: Parameters<Warehouse['bytes']>) => {
      requested.push(JSON.stringify(query[0].params));
      return installation.warehouse.bytes(...query);
    },
  };
  const processes = Array.from({ length: 3 }, () => new MonthFiles(folder, counting));
  const current = await release();
  await Promise.all(processes.map((files) => files.make(current, {})));
  for (const files of processes) expect(files.areWhole(current)).toBe(true);
  // Each month was queried once.
  expect(requested).toHaveLength(2);
  expect(new Set(requested).size).toBe(2);
  expect(await readdir(folder)).toHaveLength(2);
});

test('a load’s files are made before its release is current, and only of the months that it touches', async () => {
  const { warehouse, store } = installation;
  const files = new MonthFiles(folder, warehouse);
  await files.open();
  const builder = new IndexBuilder({ files, store, logger: pino({ level: 'silent' }) });
  const load = (...paths: readonly string[]) =>
    installation.loadWith(
      { prepare: (coming, signal) => builder.prepare(coming, signal) },
      ...paths,
    );
  await load(await file('MOV', '202306', '202306'));
  await load(await file('MOV', '202307', '202307'));
  const before = await release();
  const june = files.pathsOf(before).get('202306');
  const july = files.pathsOf(before).get('202307');
  expect(july).toBeDefined();
  await load(await file('MOV', '202308', '202308'), await file('FOR', '202308', '202306'));
  const after = await release();
  expect(builder.isReady(after)).toBe(true);
  expect(files.pathsOf(after).get('202307')).toBe(july);
  expect(files.pathsOf(after).get('202306')).not.toBe(june);
  // Queries that still run on the previous release find its files.
  expect(files.pathsOf(before).get('202306')).toBe(june);
});

test('a release whose files cannot be made is current all the same, and the engine answers', async () => {
  const { warehouse, store } = installation;
  const logger = pino({ level: 'silent' });
  const failing = {
    ...warehouse,
    rows: warehouse.rows.bind(warehouse),
    bytes: () => {
      throw new Error('No lines today.');
    },
  };
  const files = new MonthFiles(folder, failing);
  await files.open();
  const builder = new IndexBuilder({ files, store, logger });
  const upload = await installation.loadWith(
    { prepare: (coming, signal) => builder.prepare(coming, signal) },
    await file('MOV', '202306', '202306'),
  );
  expect(upload.status).toBe('COMPLETED');
  expect(builder.isReady(await release())).toBe(false);
  expect(await structureOf(files)).toEqual(['lines', [1]]);
});

test('a month of which the engine returns fewer lines than it has gets no file', async () => {
  await installation.load(await file('MOV', '202306', '202306'));
  const { warehouse } = installation;
  const short = {
    ...warehouse,
    rows: warehouse.rows.bind(warehouse),
    bytes: () => Readable.from([]),
  };
  const files = new MonthFiles(folder, short);
  await expect(files.make(await release(), {})).rejects.toThrow('0 of 1 lines were read');
  expect(await readdir(folder)).toEqual([]);
});

test('builds no files in a folder that does not exist', async () => {
  const { warehouse, store } = installation;
  const builder = new IndexBuilder({
    files: new MonthFiles(folder, warehouse),
    store,
    logger: pino({ level: 'silent' }),
  });
  await installation.load(await file('MOV', '202306', '202306'));
  await builder.prepare(await currentRelease(store), undefined);
  await expect(readdir(folder)).rejects.toThrow('ENOENT');
});

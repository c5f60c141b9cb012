import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { QueryClient } from '@tanstack/react-query';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { searchOptions } from '../../../client/features/search/search-options.ts';
import { SearchFilters, SearchRequest } from '../../../shared/contracts/search.ts';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { AppError } from '../../platform/errors.ts';
import { Metrics } from '../../platform/observability/metrics.ts';
import { Scheduler } from '../../platform/scheduler/scheduler.ts';
import { slowQueryLog } from '../../platform/observability/slow-queries.ts';
import { noteImport } from '../../reference/imported-references.ts';
import { insertUser } from '../../people/identity/users.ts';
import { metadataOf } from '../../research/receipt-store.ts';
import { searchWriter } from '../../research/search-history.ts';
import { searchService } from '../../research/search-service.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import { diskCacheIn } from './disk-cache.ts';
import { occupationCountsReader } from './occupation-counts.ts';
import { precomputer, type PrecomputeOptions } from './precompute.ts';
import { answerHead } from './stored-answer.ts';
import { popularQueries } from './popular-queries.ts';
import { readableRelease } from '../query/release.ts';

const logger = pino({ level: 'silent' });
const clock = () => new Date('2026-11-20T12:00:00Z');
let installation: Installation;

const load = async (month: string, cbos: readonly string[]) =>
  installation.load(
    await officialFile(
      `CAGEDMOV${month}.txt`,
      'MOV',
      cbos.map((cbo) => ({ cbo, month, declared_month: month })),
    ),
  );

beforeEach(async () => {
  installation = await newInstallation();
  await load('202306', ['521110', '521110', '225125', '411005']);
});
afterEach(() => installation.close());

const openCache = () => diskCacheIn(join(installation.folder, 'answers'), logger);

function service(countsOf = occupationCountsReader(installation)) {
  const { warehouse, backend } = installation;
  return searchService({
    scheduler: new Scheduler(),
    version: 'test',
    backend,
    countsOf,
    metrics: new Metrics(),
    watchQuery: slowQueryLog({ logger, warehouse, slowMs: 0 }),
    diskCache: openCache(),
  });
}

/** Every search counts as a medium one, whose response the disk cache stores. */
const withManyRecords = () => service(async () => new Map([['521110', 1_000_000]]));

const reader = { person: 'Ana', company: 'Ana' };
const beto = { person: 'Beto', company: 'Beto' };
const parsed = (filters: object) => SearchFilters.parse(filters);

const answering = (options: Pick<PrecomputeOptions, 'service' | 'popular'>) =>
  precomputer({
    ...options,
    store: installation.store,
    logger,
    isPrepared: () => true,
    diskCache: openCache(),
  });

const usual = [{}, { cbo: '521110' }, { uf: 'AC' }].map(parsed);
const popular = (own: ReturnType<typeof service>) =>
  answering({ service: own, popular: async () => usual });

/** The request that the search screen sends; its form names the last months. */
async function screenRequest(filters: object): Promise<SearchRequest> {
  const refused = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
  const june = { periodoInicio: '202306', periodoFim: '202306' };
  const options = searchOptions(parsed({ ...filters, ...june }));
  await expect(new QueryClient().fetchQuery(options)).rejects.toThrow('Sem conexão');
  const body = refused.mock.calls[0]?.[1]?.body;
  refused.mockRestore();
  if (typeof body !== 'string') throw new TypeError('The screen sent no text.');
  return SearchRequest.parse(JSON.parse(body));
}

async function send(own: ReturnType<typeof service>, filters: object) {
  const release = readableRelease(await currentRelease(installation.store));
  const before = own.figures.computed;
  const answer = await own.answer(await screenRequest(filters), release, { requester: reader });
  return {
    records: (await answerHead(answer)).totalCount,
    isNew: own.figures.computed > before,
  };
}

test('the search screen finds the most common queries precomputed, and the others not', async () => {
  const own = service();
  expect(await popular(own).computeAll()).toBe(true);
  expect(await send(own, {})).toEqual({ records: 4, isNew: false });
  expect(await send(own, { cbo: '521110' })).toEqual({ records: 2, isNew: false });
  expect(await send(own, { uf: 'AC' })).toEqual({ records: 0, isNew: false });
  expect(await send(own, { cbo: '225125' })).toEqual({ records: 1, isNew: true });
});

test('reference tables that another process imported are loaded before queries are precomputed', async () => {
  const { db } = installation.store;
  await db.transaction().execute((transaction) => noteImport(transaction, 'inpc', clock()));
  const own = service();
  expect(await popular(own).computeAll()).toBe(true);
  expect(await send(own, { cbo: '521110' })).toEqual({ records: 2, isNew: false });
});

test('a new release is precomputed without a notice, without the queries that do not apply to it', async () => {
  const answered: (readonly [number | null, unknown])[] = [];
  const ahead = answering({
    service: {
      figures: { running: 0, waiting: 0 },
      answer: async ({ filters: { cbo } }, { number }) => {
        if (cbo === '225125') throw new AppError('invalid', 400, 'Não há.');
        answered.push([number, cbo]);
      },
    },
    popular: async ({ number }) => [{}, { cbo: '225125' }, { cbo: `52111${number}` }].map(parsed),
  });
  ahead.start();
  const first = [
    [1, undefined],
    [1, '521111'],
  ];
  await expect.poll(() => answered).toEqual(first);
  await load('202307', ['312320']);
  const second = [
    [2, undefined],
    [2, '521112'],
  ];
  await expect.poll(() => answered).toEqual([...first, ...second]);
  await ahead.stop();
});

test('an actual query goes first, and a stop is no failure', async () => {
  const own = service();
  const busy = { figures: { running: 1, waiting: 0 }, answer: own.answer.bind(own) };
  const ahead = answering({ service: busy, popular: async () => usual });
  const all = ahead.computeAll();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(own.figures.computed).toBe(0);
  await ahead.stop();
  expect(await all).toBe(false);
});

test('a query that fails is tried once, and the queries after it still run', async () => {
  const own = service();
  const requested: string[] = [];
  const failing: PrecomputeOptions['service'] = {
    get figures() {
      return own.figures;
    },
    answer: (...args) => {
      const [{ filters }] = args;
      requested.push(filters.cbo ?? filters.uf ?? 'all');
      return filters.uf === 'AC' ? Promise.reject(new Error('damaged')) : own.answer(...args);
    },
  };
  const queries = [{}, { uf: 'AC' }, { cbo: '521110' }].map(parsed);
  const ahead = answering({ service: failing, popular: async () => queries });
  await expect(ahead.computeAll()).rejects.toThrow('damaged');
  expect(await ahead.computeAll()).toBe(true);
  expect(requested).toEqual(['all', 'AC', 'all', '521110']);
  expect(await send(own, { cbo: '521110' })).toMatchObject({ isNew: false });
});

test('a precomputed response is reused byte for byte by the next process, but not with other data or tables', async () => {
  const first = service();
  await popular(first).computeAll();
  const release = readableRelease(await currentRelease(installation.store));
  const requested = await screenRequest({ cbo: '521110' });
  const written = await first.answer(requested, release, { requester: reader });

  const next = service();
  expect(await next.answer(requested, release, { requester: beto })).toEqual(written);
  expect(next.figures).toMatchObject({ cached: 1, computed: 0 });

  const published = { ...release, publishedAt: '2020-01-01T00:00:00.000Z' };
  await next.answer(requested, published, { requester: beto });
  await next.answer(requested, { ...release, batches: [] }, { requester: beto });
  expect(next.figures.computed).toBe(0);

  const other = service();
  await other.answer(requested, published, { requester: beto });
  expect(other.figures.computed).toBe(1);
  const without = service();
  const answer = await without.answer(requested, { ...release, batches: [] }, { requester: beto });
  expect((await answerHead(answer)).totalCount).toBe(0);

  await openCache().keepOnly(published);
  expect(await readdir(join(installation.folder, 'answers'))).toEqual([]);
});

test('searches of users fill at most half of the disk cache, and precomputed responses find room', async () => {
  await send(withManyRecords(), {});
  expect(await send(withManyRecords(), {})).toMatchObject({ isNew: false });
  const folder = join(installation.folder, 'answers');
  const [release = ''] = await readdir(folder);
  const filler = join(folder, release, 'filler');
  await writeFile(filler, '');
  await truncate(filler, 2 ** 29);

  await send(withManyRecords(), { cbo: '521110' });
  expect(await send(withManyRecords(), { cbo: '521110' })).toMatchObject({ isNew: true });
  await answering({
    service: withManyRecords(),
    popular: async () => [parsed({ uf: 'AC' })],
  }).computeAll();
  expect(await send(withManyRecords(), { uf: 'AC' })).toMatchObject({ isNew: false });
});

test('no typed text is stored on the disk', async () => {
  const folder = join(installation.folder, 'answers');
  const files = async () => (await readdir(folder, { recursive: true }).catch(() => [])).length;
  const typed = { searchQuery: 'vendedora Zulmira' };
  expect(await send(withManyRecords(), typed)).toEqual({ records: 2, isNew: true });
  await answering({ service: service(), popular: async () => [parsed(typed)] }).computeAll();
  expect(await files()).toBe(0);
  await send(withManyRecords(), { cbo: '521110' });
  expect(await files()).toBe(2);
});

const damages: readonly (readonly [what: string, damage: (path: string) => Promise<void>])[] = [
  ['cut', (path) => truncate(path, 600)],
  [
    'with another digit in its description',
    async (path) => {
      const file = await readFile(path, 'latin1');
      const changed = file.replace(
        /("bytes":)(\d)/,
        (_, name: string, digit: string) => `${name}${(Number(digit) % 9) + 1}`,
      );
      expect(changed).not.toBe(file);
      await writeFile(path, changed, 'latin1');
    },
  ],
];

test.each(damages)('an answer on the disk that is %s is recomputed', async (_, damage) => {
  await popular(service()).computeAll();
  const folder = join(installation.folder, 'answers');
  const [release = ''] = await readdir(folder);
  for (const name of await readdir(join(folder, release))) {
    await damage(join(folder, release, name));
  }
  expect(await send(service(), { cbo: '521110' })).toEqual({ records: 2, isNew: true });
});

test('recent searches are precomputed, for the newest months if they had no period', async () => {
  const { store } = installation;
  await load('202307', ['521110']);
  const ana = { firstName: 'Ana', lastName: 'Reis', email: 'ana@example.com' };
  const { id: userId } = await insertUser(
    store.db,
    { ...ana, role: 'CLIENT', companyId: null },
    'none',
    clock(),
  );
  const search = async (filters: object, now: Date) => {
    const answer = await installation.search({ ...filters });
    const metadata = await metadataOf(answer);
    await searchWriter(store)({
      userId,
      companyId: null,
      filters: SearchFilters.parse(filters),
      metadata,
      now,
    });
  };
  const june = { periodoInicio: '202306', periodoFim: '202306' };
  await search({ cbo: '225125', genero: 'F' }, clock());
  await search({ cbo: '411005', ...june }, clock());
  await search({ familiaCbo: '5211' }, clock());
  await search({ familiaCbo: '2251' }, new Date('2026-10-01T12:00:00Z'));
  await load('202308', ['521110']);

  const release = readableRelease(await currentRelease(store));
  const counts = await occupationCountsReader({ ...installation, maxWaitMs: 120_000 })();
  const queries = await popularQueries({ store, release, counts, limit: 2, now: clock() });
  expect(queries.slice(0, 5)).toEqual([
    parsed({}),
    parsed({ familiaCbo: '5211' }),
    parsed({ cbo: '225125', genero: 'F' }),
    parsed({ cbo: '411005', ...june }),
    parsed({ uf: 'RO' }),
  ]);
  const rest = [{ genero: 'F' }, { secao: 'G' }, { cbo: '521110' }, { cbo: '521110', uf: 'DF' }];
  for (const filters of rest) expect(queries).toContainEqual(parsed(filters));
  expect(queries).not.toContainEqual(parsed({ raca: '1' }));
  expect(new Set(queries.map((own) => JSON.stringify(own))).size).toBe(queries.length);
});

import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SearchRequest } from '../../shared/contracts/search.ts';
import { newInstallation, type Installation } from '../../tests/support/installation.ts';
import { officialFile } from '../../tests/support/official-file.ts';
import { Metrics } from '../platform/observability/metrics.ts';
import { SlowQuestions } from '../platform/observability/slow-questions.ts';
import { searchDesk } from '../research/search-desk.ts';
import { currentRelease } from '../platform/store/current-release.ts';
import { occupationCountsReader } from './occupations/occupation-counts.ts';
import { PopularAnswers } from './popular-answers.ts';
import { unpackGzip } from '../platform/open-gzip.ts';
import { readableRelease } from './release.ts';

const logger = pino({ level: 'silent' });
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

function desk() {
  const { warehouse, ways } = installation;
  return searchDesk({
    version: 'test',
    ways,
    countsOf: occupationCountsReader(installation),
    metrics: new Metrics(),
    slowQuestions: new SlowQuestions({ logger, warehouse, slowMs: 0 }),
  });
}

const popular = (own: ReturnType<typeof desk>, most: number) =>
  new PopularAnswers({
    desk: own,
    store: installation.store,
    logger,
    countsOf: occupationCountsReader({ ...installation, patienceMs: 20_000 }),
    most,
    isPrepared: () => true,
  });

async function ask(own: ReturnType<typeof desk>, filters: object) {
  const release = readableRelease(await currentRelease(installation.store));
  const before = own.figures.computed;
  const { json } = await own.answer(SearchRequest.parse({ filters }), release, {
    person: 'Ana',
  });
  return {
    records: JSON.parse(String(await unpackGzip(json, '}'))).totalCount,
    isNew: own.figures.computed > before,
  };
}

test('the commonest questions are answered before they are asked, the others are not', async () => {
  const own = desk();
  expect(await popular(own, 1).answerAll()).toBe(true);
  expect(await ask(own, {})).toEqual({ records: 4, isNew: false });
  expect(await ask(own, { cbo: '521110' })).toEqual({ records: 2, isNew: false });
  expect(await ask(own, { uf: 'AC' })).toEqual({ records: 0, isNew: false });
  expect(await ask(own, { cbo: '225125' })).toEqual({ records: 1, isNew: true });
});

test('a new release is answered ahead too, without being told', async () => {
  const prepared: (readonly [number | null, unknown])[] = [];
  const answering = new PopularAnswers({
    isPrepared: () => true,
    desk: {
      figures: { running: 0, waiting: 0 },
      answer: async ({ filters }, { number }) => {
        if (filters.uf === undefined) prepared.push([number, filters.cbo]);
      },
    },
    store: installation.store,
    logger,
    countsOf: occupationCountsReader({ ...installation, patienceMs: 20_000 }),
    most: 2,
  });
  answering.start();
  const first = [
    [1, undefined],
    [1, '521110'],
    [1, '225125'],
  ];
  await expect.poll(() => prepared).toEqual(first);
  await load('202307', ['312320', '312320', '312320', '521110', '521110']);
  const second = [
    [2, undefined],
    [2, '521110'],
    [2, '312320'],
  ];
  await expect.poll(() => prepared).toEqual([...first, ...second]);
  await answering.stop();
});

test('whoever really asks goes before, and a stop is no failure', async () => {
  const own = desk();
  const busy = { figures: { running: 1, waiting: 0 }, answer: own.answer.bind(own) };
  const answering = new PopularAnswers({
    isPrepared: () => true,
    desk: busy,
    store: installation.store,
    logger,
    countsOf: occupationCountsReader(installation),
    most: 10,
  });
  const all = answering.answerAll();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(own.figures.computed).toBe(0);
  await answering.stop();
  expect(await all).toBe(false);
});

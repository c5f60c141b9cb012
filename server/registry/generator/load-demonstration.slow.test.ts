import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { readableRelease } from '../../answers/query/release.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import { demonstration, loadDemonstration } from './load-demonstration.ts';

let installation: Installation;
const logger = pino({ level: 'silent' });
const clock = () => new Date('2026-11-20T12:00:00.000Z');

beforeEach(async () => {
  steps = [];
  installation = await newInstallation();
});
afterEach(() => installation.close());

let steps: string[];
const load = () =>
  loadDemonstration({ ...installation.loading, clock }, logger, (text) => void steps.push(text));

test('shows 14 synthetic months at the first start, also after one that was killed in the midst of it, and once only', async () => {
  await installation.store.db
    .insertInto('uploads')
    .values({
      id: 'e2f2b7e2-2b63-4d3c-9d6c-0f0c8f6c1a11',
      worker: 'generator gone',
      origin: 'demonstration',
      competencia: null,
      source: null,
      status: 'PROCESSING',
      message: null,
      created_by: null,
      created_at: clock().toISOString(),
      finished_at: null,
      lease_until: null,
      release: null,
    })
    .execute();
  await installation.sortedIndex.open();
  await Promise.all([load(), load()]);
  await load();
  expect(steps.at(0)).toBe('Carregando meses de demonstração: 1 de 14');
  expect(steps).toContain('Carregando meses de demonstração: 14 de 14');
  expect(steps.at(-1)).toBe('Publicando os meses de demonstração');
  const current = await currentRelease(installation.store);
  // No keeper runs here: publishing prepared the month files before the release became current.
  expect(installation.sortedIndex.isReady(readableRelease(current))).toBe(true);
  const { number, isSynthetic, files, months } = current;
  expect({ number, isSynthetic }).toEqual({ number: 1, isSynthetic: true });
  expect(files.filter(({ kind }) => kind === 'MOV').map(({ month }) => month)).toEqual(
    demonstration.months,
  );
  expect(months.at(-1)?.month).toBe('202609');
  const seller = await installation.search({ cbo: '521110' });
  expect(seller.totalCount).toBeGreaterThan(1_000);
});

test('does not load if there is or was an upload, even one that failed', async () => {
  const spoiled = await officialFile('CAGEDMOV202607.txt', 'MOV', [{ salary: 'x' }]);
  expect((await installation.load(spoiled)).status).toBe('FAILED');
  await load();
  expect((await currentRelease(installation.store)).number).toBeNull();
});

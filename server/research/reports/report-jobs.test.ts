import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Report, type ReportType } from '../../../shared/contracts/reports.ts';
import { countsDuring } from '../../../tests/support/counts-during.ts';
import { openResearch, type Research, type Researcher } from '../../../tests/support/research.ts';
import { testedServers } from '../../../tests/support/stores.ts';
import { unreachable } from '../../platform/files/bucket-content.ts';
import { countOf } from '../../platform/store/pages.ts';
import { sliceRows } from '../../platform/store/slices.ts';
import { createLogger } from '../../process/installation/log.ts';
import type { MakingReports } from './make-report.ts';
import { renderers, type Renderer } from './renderer.ts';
import { reportRunner, sweepReports } from './report-jobs.ts';

const csv = renderers.CSV;

const refused = () => Promise.reject(unreachable(new Error('The bucket answered 403.')));

const entryOf = (name: string) =>
  join(import.meta.dirname, '../../../tests/support/renderers', `${name}.ts`);
const testRenderer = (name: string): Renderer => ({ ...csv, entry: entryOf(name) });

const until = (isSo: () => Promise<boolean>) => expect.poll(isSo).toBe(true);

const isRunning = (processId: number) => existsSync(`/proc/${processId}`);

describe.each(testedServers)('reports that are made, in $dialect', ({ servers }) => {
  let research: Research;
  let ana: Researcher;
  beforeAll(async () => {
    research = await openResearch(await servers());
    await research.publish(['1400,00', '1500,50', '1600,00', '1700,00', '1800,00']);
    ana = await research.person('ADMIN');
  });
  afterAll(async () => research.close());

  const deps = () => research.served.reports;
  const runnerWith = (parts: Partial<MakingReports>) => {
    const lines: string[] = [];
    const logger = createLogger({ write: (line) => lines.push(line) });
    return { lines, runner: reportRunner({ ...deps(), ...parts }, logger) };
  };
  const drawnBy = (name: string) =>
    runnerWith({ renderers: { ...renderers, CSV: testRenderer(name) } });
  const send = async (type: ReportType = 'CSV', who = ana) => {
    const body = { type, filters: { cbo: '521110' } };
    const answer = await who.call('POST', '/api/reports', body);
    return Report.parse(answer.json()).id;
  };
  const read = async (id: string) =>
    Report.parse((await ana.call('GET', `/api/reports/${id}`)).json());
  const retry = (id: string) => ana.call('POST', `/api/reports/${id}/retry`);
  const row = (id: string) =>
    research.installation.store.db
      .selectFrom('reports')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
  const isMade = async (id: string) => ((await row(id))?.worker ?? null) !== null;
  const filesOf = async (id: string) => {
    const { reportsDir } = deps();
    const files = existsSync(reportsDir) ? await readdir(reportsDir) : [];
    return files.filter((file) => file.startsWith(id));
  };
  /** The ID of the process that draws a report, once it has started. */
  const drawing = async (id: string) => {
    await until(async () => (await filesOf(id)).some((file) => file.endsWith('.part')));
    const part = (await filesOf(id)).find((file) => file.endsWith('.part')) ?? '';
    await until(async () => (await readFile(join(deps().reportsDir, part), 'utf8')) !== '');
    return Number(await readFile(join(deps().reportsDir, part), 'utf8'));
  };

  test('a renderer that crashes leaves no half file; the failure is logged, and a retry mends it', async () => {
    const id = await send();
    const { runner, lines } = drawnBy('breaking');
    await runner.drain();
    expect(await read(id)).toMatchObject({
      status: 'FAILED',
      message:
        'Não foi possível gerar o relatório, por um problema do nosso lado. Tente de novo. Se continuar, avise um administrador.',
      canRetry: true,
      fileSize: null,
    });
    expect(lines.join('')).toContain('a report failed');
    expect(await filesOf(id)).toEqual([]);
    expect((await retry(id)).statusCode).toBe(202);
    await deps().runner.drain();
    expect(await read(id)).toMatchObject({ status: 'COMPLETED', message: null });
    expect(await filesOf(id)).toHaveLength(1);
  });

  test('a refusal by a renderer is shown with its message, and not logged as a failure', async () => {
    const id = await send();
    const { runner, lines } = drawnBy('refusing');
    await runner.drain();
    expect((await read(id)).message).toBe('Este desenho não cabe na página.');
    expect(lines).toEqual([]);
  });

  test('a bucket that refuses a document is logged with what it answered', async () => {
    const { lines, runner } = runnerWith({ files: { ...deps().files, share: refused } });
    const id = await send();
    await runner.drain();
    expect((await read(id)).message).toMatch(/^O armazenamento de arquivos não respondeu/);
    expect(lines.join('')).toContain('The bucket answered 403.');
  });

  test('a query with more records than a file holds is refused with advice', async () => {
    const id = await send();
    await runnerWith({
      renderers: { ...renderers, CSV: { ...csv, maxRecords: 2 } },
    }).runner.drain();
    expect((await read(id)).message).toBe(
      'A pesquisa tem 5 registros, e este tipo de arquivo aceita até 2. Escolha um cargo, um estado ou um período menor e gere outro relatório.',
    );
    expect(await filesOf(id)).toEqual([]);
  });

  test('a workbook with too many records is refused before the panels that are computed on request', async () => {
    const id = await send('EXCEL');
    const { warehouse } = deps();
    const computed = vi.spyOn(warehouse, 'stream');
    const most = { EXCEL: { ...renderers.EXCEL, maxRecords: 2 } };
    await runnerWith({ renderers: { ...renderers, ...most } }).runner.drain();
    expect((await read(id)).message).toContain('este tipo de arquivo aceita até 2.');
    expect(computed).not.toHaveBeenCalled();
    expect((await retry(id)).statusCode).toBe(202);
    await runnerWith({}).runner.drain();
    expect((await read(id)).status).toBe('COMPLETED');
    expect(computed).toHaveBeenCalled();
    computed.mockRestore();
  });

  test('a full disk is reported before anything is written', async () => {
    const id = await send();
    await runnerWith({ freeBytes: async () => 1000 }).runner.drain();
    expect((await read(id)).message).toContain('sem espaço livre em disco');
  });

  test('a disk that becomes full while a document is drawn is reported as such', async () => {
    const id = await send();
    await drawnBy('on-full-disk').runner.drain();
    expect((await read(id)).message).toContain('sem espaço livre em disco');
  });

  test('a renderer may stop reading the records early', async () => {
    const id = await send();
    await drawnBy('first-records-only').runner.drain();
    expect((await read(id)).status).toBe('COMPLETED');
    expect((await ana.call('GET', `/api/reports/${id}/download`)).body).toBe('5');
  });

  test('a report of a process that died is made by the next one, and leftover files are deleted', async () => {
    const id = await send();
    const past = new Date(Date.now() - 1000).toISOString();
    await research.installation.store.db
      .updateTable('reports')
      .set({ worker: 'gone', lease_until: past, attempts: 1, progress: 0.4 })
      .where('id', '=', id)
      .execute();
    await writeFile(join(deps().reportsDir, `${id}-dead.csv.part`), 'half');
    await writeFile(join(deps().reportsDir, `${id}-dead.csv.model.json`), '{}');
    await sweepReports(deps());
    expect(await filesOf(id)).toHaveLength(2);
    await deps().runner.drain();
    expect((await read(id)).status).toBe('COMPLETED');
    await sweepReports(deps());
    expect(await filesOf(id)).toEqual([(await row(id))?.file]);
  });

  test('other statements run while the reports of years are removed', async () => {
    const { db, dialect } = research.installation.store;
    const report = await db
      .selectFrom('reports')
      .selectAll()
      .where('id', '=', await send())
      .executeTakeFirstOrThrow();
    const before = await countOf(db.selectFrom('reports'));
    const ended = { status: 'COMPLETED', expires_at: '2020-01-01T00:00:00.000Z' } as const;
    const old = Array.from({ length: 3 * sliceRows }, (_, index) => ({
      ...report,
      ...ended,
      id: `old ${index}`,
    }));
    for (let first = 0; first < old.length; first += sliceRows)
      await db
        .insertInto('reports')
        .values(old.slice(first, first + sliceRows))
        .execute();
    const removal = sweepReports(deps());
    const counts = await countsDuring(db, 'reports', removal);
    const isPart = (count: number) => count > before && count < before + old.length;
    // A statement of PostgreSQL does not hold the event loop.
    expect(dialect === 'postgres' || counts.some(isPart)).toBe(true);
    expect((await removal).reports).toBe(old.length);
  });

  test('a report whose process was interrupted three times is not tried a fourth time', async () => {
    const id = await send();
    await research.installation.store.db
      .updateTable('reports')
      .set({ attempts: 3 })
      .where('id', '=', id)
      .execute();
    await deps().runner.drain();
    expect((await read(id)).message).toContain('foi interrompida 3 vezes');
    await retry(id);
    await deps().runner.drain();
    expect((await read(id)).status).toBe('COMPLETED');
  });

  test('deleting a report that is being made ends its renderer and leaves no file', async () => {
    const id = await send();
    const { runner } = drawnBy('endless');
    const drained = runner.drain();
    const renderer = await drawing(id);
    expect(isRunning(renderer)).toBe(true);
    await ana.call('DELETE', `/api/reports/${id}`);
    await drained;
    expect(isRunning(renderer)).toBe(false);
    expect(await filesOf(id)).toEqual([]);
  });

  test('a runner that stops puts its report back, as if it had not begun', async () => {
    const id = await send();
    const { runner } = drawnBy('endless');
    runner.start();
    const renderer = await drawing(id);
    await until(async () => ((await row(id))?.progress ?? 0) > 0);
    await runner.stop();
    expect(isRunning(renderer)).toBe(false);
    expect(await row(id)).toMatchObject({
      status: 'GENERATING',
      worker: null,
      attempts: 0,
      progress: null,
    });
    await deps().runner.drain();
    expect((await read(id)).status).toBe('COMPLETED');
  });

  test('a report whose claim expires is taken over within its own process, and made by one worker', async () => {
    const id = await send();
    const { runner } = drawnBy('endless');
    runner.start();
    const renderer = await drawing(id);
    const claimed = (await row(id))?.worker;
    const isTakenOver = async () => {
      // Each time, because the claim may be renewed before another loop sees that it expired.
      const expired = await research.installation.store.db
        .updateTable('reports')
        .set({ lease_until: new Date(Date.now() - 1000).toISOString() })
        .where('id', '=', id)
        .where('worker', '=', claimed ?? '')
        .executeTakeFirst();
      return expired.numUpdatedRows === 0n;
    };
    await until(isTakenOver);
    await until(async () => !isRunning(renderer));
    await runner.stop();
    await deps().runner.drain();
    expect((await read(id)).status).toBe('COMPLETED');
  });

  test('two are made at once, each by one worker, among any number of workers', async () => {
    const people = [ana, await research.person('ADMIN'), await research.person('ADMIN')];
    const ids: string[] = [];
    for (const person of people) ids.push(await send('CSV', person));
    const [one, other] = [drawnBy('endless').runner, drawnBy('endless').runner];
    one.start();
    const states = () => Promise.all(ids.map(async (id) => (await row(id))?.worker ?? null));
    await until(async () => (await states()).filter((worker) => worker !== null).length === 2);
    await sleep(300);
    expect((await states()).filter((worker) => worker === null)).toHaveLength(1);
    other.start();
    await until(async () => (await states()).every((worker) => worker !== null));
    const rows = await Promise.all(ids.map(row));
    expect(rows.map((found) => found?.attempts)).toEqual([1, 1, 1]);
    await one.stop();
    await other.stop();
    await deps().runner.drain();
    for (const id of ids) expect((await read(id)).status).toBe('COMPLETED');
  });

  test('an account has one in progress: another’s is made beside it, though it came last', async () => {
    const bia = await research.person('ADMIN');
    const mine = [await send(), await send()];
    const { runner } = drawnBy('endless');
    runner.start();
    await until(async () => (await Promise.all(mine.map(isMade))).some(Boolean));
    await sleep(300);
    const id = await send('CSV', bia);
    await until(() => isMade(id));
    expect((await Promise.all(mine.map(isMade))).filter(Boolean)).toHaveLength(1);
    await runner.stop();
    await deps().runner.drain();
  });

  test('five reports of one account and one of another: the other’s is third at the latest', async () => {
    const bia = await research.person('ADMIN');
    const mine = [];
    for (let number = 0; number < 5; number++) mine.push(await send());
    const id = await send('CSV', bia);
    await deps().runner.drain();
    const finished = await research.installation.store.db
      .selectFrom('reports')
      .select('id')
      .where('id', 'in', [...mine, id])
      .where('status', '=', 'COMPLETED')
      .orderBy('finished_at')
      .execute();
    expect(finished).toHaveLength(6);
    expect(finished.findIndex((report) => report.id === id)).toBeLessThanOrEqual(2);
  });

  test('a worker that lost its claim completes nothing', async () => {
    const id = await send();
    const { runner } = drawnBy('endless');
    const drained = runner.drain();
    await drawing(id);
    const past = new Date(Date.now() - 1000).toISOString();
    await research.installation.store.db
      .updateTable('reports')
      .set({ worker: 'gone', lease_until: past })
      .where('id', '=', id)
      .execute();
    await deps().runner.drain();
    await drained;
    const { file, status } = (await row(id)) ?? {};
    expect(status).toBe('COMPLETED');
    expect(await filesOf(id)).toEqual([file]);
  });
});

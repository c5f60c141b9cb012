import { mkdir, writeFile } from 'node:fs/promises';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  LoadedFromSource,
  SimpleUploadAnswer,
  SourceCheck,
  SourceNews,
} from '../../../shared/contracts/source.ts';
import { changedWarehouse } from '../../../tests/support/changed-warehouse.ts';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialText } from '../../../tests/support/official-file.ts';
import { serve, type Served } from '../../../tests/support/served.ts';
import { findUpload } from '../ingest/uploads.ts';
import { uploadRunner } from '../ingest/upload-jobs.ts';
import type { Mail } from '../../platform/mail/mail-templates.ts';
import { openMailQueue } from '../../platform/mail/mail-queue.ts';
import { openSource } from '../sources/open.ts';
import type { Source } from '../sources/source.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { retryUpload } from '../ingest/upload-acts.ts';
import { checkSourceDaily, type DailyCheckDeps } from './daily-check.ts';
import { queueFromSource } from './source-loads.ts';

const clock = () => new Date();
const noPerson = { userId: null, address: null };
let folder: string;
let installation: Installation;
let served: Served;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'caged-source-'));
  installation = await newInstallation({ source: openSource(folder) });
  served = await serve(installation);
});
afterEach(async () => {
  await served.close();
  await installation.close();
});

const put = async (kind: 'MOV' | 'FOR' | 'EXC', month: string, lines: number) => {
  await mkdir(join(folder, month), { recursive: true });
  const late = { declared_month: month, exclusion_month: month };
  const own = kind === 'MOV' ? { ...late, month } : late;
  await writeFile(
    join(folder, month, `CAGED${kind}${month}.txt`),
    officialText(
      kind,
      Array.from({ length: lines }, () => own),
    ),
  );
};
const post = (url: string, payload: object) =>
  served.call('ADMIN', { method: 'POST', url, payload });
const news = async () =>
  SourceNews.parse((await served.call('ADMIN', { url: '/api/admin/source/news' })).json()).news.map(
    ({ kind, month, state }) => `${month} ${kind} ${state}`,
  );

test('a month is fetched and loaded by its three names, of which the source has two', async () => {
  await put('MOV', '202307', 5);
  await put('FOR', '202307', 2);
  const response = await post('/api/simple-upload', {
    competencia: '202307',
    movFile: 'CAGEDMOV202307.txt',
    forFile: 'CAGEDFOR202307.txt',
    excFile: 'CAGEDEXC202307.txt',
  });
  expect(response.statusCode).toBe(202);
  const acts = await installation.store.db
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('action', '=', 'source.loaded')
    .execute();
  expect(acts).toEqual([{ action: 'source.loaded', details: '{"months":["202307"]}' }]);
  const { upload, driveIntegration } = SimpleUploadAnswer.parse(response.json());
  expect(driveIntegration.files.map(({ kind, found }) => [kind, found])).toEqual([
    ['MOV', true],
    ['FOR', true],
    ['EXC', false],
  ]);
  await installation.drain();
  const ended = await untilEnded(upload.id);
  expect(ended).toMatchObject({ status: 'COMPLETED', origin: 'source', release: 1 });
  expect(JSON.parse(ended?.files[0]?.step_times ?? '')).toHaveProperty('receber');
  const query = { metodo: 'bruto', periodoInicio: '202306' };
  expect((await installation.search(query)).totalCount).toBe(7);
  expect(await news()).toEqual(['202307 MOV igual', '202307 FOR igual']);
});

test.each([
  [{ competencia: '2023' }, 400, 'competencia'],
  [{ competencia: '202301' }, 404, 'competencia'],
  [{ competencia: '202307', movFile: 'CAGEDFOR202307.txt' }, 400, 'movFile'],
  [{ competencia: '202307', excFile: '../CAGEDMOV202307.txt' }, 400, 'excFile'],
])('refuses %j', async (payload, status, field) => {
  await put('MOV', '202307', 1);
  const response = await post('/api/simple-upload', payload);
  expect(response.statusCode).toBe(status);
  expect(response.json()).toMatchObject({ field });
});

test.each([
  [{ competencia: '202307' }, 404, 'não tem nenhum dos arquivos pedidos da competência 202307'],
  [{ competencia: '202301' }, 404, 'não tem nenhum arquivo da competência 202301'],
  [{ competencia: '202307', excFile: '' }, 400, 'Informe o nome de ao menos um arquivo.'],
])('%j without MOV and FOR is refused with the reason', async (asked, status, sentence) => {
  await put('MOV', '202307', 1);
  const response = await post('/api/simple-upload', { ...asked, movFile: '', forFile: '' });
  expect(response.statusCode).toBe(status);
  expect(response.json().message).toContain(sentence);
});

test('new and changed files are listed and loaded, one upload per month', async () => {
  await put('MOV', '202306', 3);
  await put('MOV', '202307', 4);
  expect(await news()).toEqual(['202307 MOV nova', '202306 MOV nova']);
  const response = await post('/api/admin/source/load', {});
  expect(response.statusCode).toBe(202);
  const { uploads } = LoadedFromSource.parse(response.json());
  expect(uploads.map(({ competencia }) => competencia)).toEqual(['202306', '202307']);
  for (const { id } of uploads) expect((await untilEnded(id))?.status).toBe('COMPLETED');
  expect(await news()).toEqual(['202307 MOV igual', '202306 MOV igual']);
  await put('MOV', '202306', 6);
  expect(await news()).toEqual(['202307 MOV igual', '202306 MOV alterada']);
  const again = LoadedFromSource.parse((await post('/api/admin/source/load', {})).json());
  expect(again.uploads.map(({ competencia }) => competencia)).toEqual(['202306']);
  await untilEnded(again.uploads[0]?.id ?? '');
  expect((await installation.search({ metodo: 'bruto' })).totalCount).toBe(10);
  const none = LoadedFromSource.parse((await post('/api/admin/source/load', {})).json());
  expect(none).toEqual({ uploads: [], message: 'Não há novidades na fonte.' });
});

test('news that are already queued or await approval are not loaded again, and the answer says so', async () => {
  await put('FOR', '202307', 4);
  expect(await news()).toEqual(['202307 FOR nova']);
  const both = await Promise.all([1, 2].map(() => post('/api/admin/source/load', {})));
  const uploads = both.flatMap((response) => LoadedFromSource.parse(response.json()).uploads);
  expect(uploads).toHaveLength(1);
  const [upload] = uploads;
  await installation.drain();
  const state = async () => (await findUpload(installation.store, upload?.id ?? ''))?.status;
  await expect.poll(state).toBe('AWAITING_APPROVAL');
  expect(await news()).toEqual(['202307 FOR já pedida']);
  const again = LoadedFromSource.parse((await post('/api/admin/source/load', {})).json());
  expect(again).toEqual({
    uploads: [],
    message: 'As novidades já estão na fila ou aguardam aprovação.',
  });
  const acts = await installation.store.db
    .selectFrom('audit_log')
    .select('id')
    .where('action', '=', 'source.loaded')
    .execute();
  expect(acts).toHaveLength(1);
});

test('the daily check notifies the administrators once a day, and loads only when it may', async () => {
  await put('MOV', '202307', 4);
  await served.cookie('ADMIN');
  const mails: [string, Mail][] = [];
  const mailQueue = openMailQueue(
    {
      send: async (to, mail) => {
        mails.push([to, mail]);
      },
      check: async () => undefined,
      close: () => undefined,
    },
    pino({ level: 'silent' }),
  );
  // Seven in the evening in Brasília.
  let now = '2026-08-01T22:00:00Z';
  const deps: DailyCheckDeps = {
    store: installation.store,
    clock: () => new Date(now),
    source: installation.loading.source,
    wake: () => undefined,
    mailQueue,
    siteAddress: () => 'http://localhost',
  };
  expect(await checkSourceDaily(deps)).toEqual({
    result: '1 arquivo novo ou alterado; nada foi carregado.',
  });
  expect(await checkSourceDaily(deps)).toEqual({ result: 'done already' });
  // A process that starts before the hour does not use up the current day's check.
  now = '2026-08-02T21:59:00Z';
  expect(await checkSourceDaily(deps)).toEqual({ result: 'done already' });
  await mailQueue.idle();
  expect(mails.map(([to]) => to)).toEqual(['ADMIN@exemplo.com.br']);
  expect(mails[0]?.[1].text).toContain('MOV · nova');

  const url = '/api/admin/source/check';
  const payload = { loadsByItself: true };
  const saved = await served.call('ADMIN', { method: 'PUT', url, payload });
  expect(SourceCheck.parse(saved.json())).toMatchObject({
    isEnabled: true,
    loadsByItself: true,
    source: folder,
  });
  now = '2026-08-02T22:00:00Z';
  expect(await checkSourceDaily(deps)).toEqual({
    result: '1 arquivo novo ou alterado. Um mês foi para a fila.',
  });
});

test('a file that was fetched before the process died is not fetched again, unless it has changed', async () => {
  await put('MOV', '202307', 4);
  const { source } = installation.loading;
  if (source === undefined) throw new Error('There is a source here.');
  await served.close();
  let downloads = 0;
  const counted: Source = {
    ...source,
    download: (...args) => {
      downloads += 1;
      return source.download(...args);
    },
  };
  const id = await queueFromSource(
    {
      store: installation.store,
      clock,
      source,
      wake: () => undefined,
    },
    noPerson,
    '202307',
    await source.list({ months: ['202307'] }),
  );
  const dying = changedWarehouse(installation.warehouse, {
    load: () => Promise.reject(new Error('The process dies here.')),
  });
  const logger = pino({ level: 'silent' });
  const run = (warehouse: Warehouse) =>
    uploadRunner({
      loading: { ...installation.loading, source: counted, warehouse },
      logger,
    }).drain();
  const again = () => retryUpload({ ...installation.loading }, noPerson, id);
  await run(dying);
  expect(downloads).toBe(1);
  await again();
  await run(dying);
  expect(downloads).toBe(1);
  await put('MOV', '202307', 6);
  await again();
  await run(installation.warehouse);
  expect(downloads).toBe(2);
  const upload = await findUpload(installation.store, id);
  expect(upload).toMatchObject({ status: 'COMPLETED', files: [{ lines: 6 }] });
});

test('a file that is larger than the source says does not fill the disk', async () => {
  await put('MOV', '202307', 2_000);
  const { source } = installation.loading;
  if (source === undefined) throw new Error('There is a source here.');
  await served.close();
  const lying: Source = {
    ...source,
    list: async (options) => (await source.list(options)).map((file) => ({ ...file, bytes: 1 })),
  };
  const id = await queueFromSource(
    {
      store: installation.store,
      clock,
      source,
      wake: () => undefined,
    },
    noPerson,
    '202307',
    await lying.list({ months: ['202307'] }),
  );
  const loading = {
    ...installation.loading,
    source: lying,
    freeBytes: async () => 2 ** 30 + 50_000,
  };
  await uploadRunner({ loading, logger: pino({ level: 'silent' }) }).drain();
  const upload = await findUpload(installation.store, id);
  expect(upload?.files[0]).toMatchObject({ outcome: 'REFUSED' });
  expect(upload?.files[0]?.message).toContain('não tem espaço livre em disco');
});

test('a file that is no longer in the source fails with a sentence, and can be tried again', async () => {
  await put('MOV', '202307', 4);
  const { source } = installation.loading;
  if (source === undefined) throw new Error('There is a source here.');
  const gone = { ...source, list: async () => [] };
  const files = await source.list({ months: ['202307'] });
  await served.close();
  const deps = { store: installation.store, clock, source, wake: () => undefined };
  const id = await queueFromSource(deps, noPerson, '202307', files);
  const loading = { ...installation.loading, source: gone };
  await uploadRunner({ loading, logger: pino({ level: 'silent' }) }).drain();
  const upload = await findUpload(installation.store, id);
  expect(upload?.status).toBe('FAILED');
  expect(upload?.files[0]?.message).toContain('O arquivo não está mais na fonte');
});

async function untilEnded(id: string) {
  const upload = async () => {
    await installation.drain();
    return findUpload(installation.store, id);
  };
  // The publication already sets the time of the end, before the status.
  const status = expect.stringMatching(/^(COMPLETED|FAILED)$/);
  await expect.poll(upload).toMatchObject({ status, finished_at: expect.any(String) });
  return upload();
}

import { mkdtempSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FileKind } from '../../../shared/contracts/uploads.ts';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialText, type LineFields } from '../../../tests/support/official-file.ts';
import { freeAbandonedJobs } from '../../process/installation/installation.ts';
import { createUser } from '../../people/identity/users.ts';
import { openMailQueue } from '../../platform/mail/mail-queue.ts';
import { cancelUpload } from '../ingest/upload-acts.ts';
import { uploadRunner } from '../ingest/upload-jobs.ts';
import { sourceCheck } from '../settings/load-settings.ts';
import { writeSetting } from '../settings/stored-settings.ts';
import { sourceError, SourceFailure } from '../sources/failures.ts';
import { openSource } from '../sources/open.ts';
import type { Source } from '../sources/source.ts';
import { checkSourceDaily, sourceCheckState, type DailyCheckDeps } from './daily-check.ts';
import { loadNews } from './source-news.ts';

const clock = () => new Date();
const noPerson = { userId: null, address: null };
const logger = pino({ level: 'silent' });
let folder: string;
let source: Source;
let installation: Installation;
let mails: string[];
let isMailServerDown = false;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'caged-source-'));
  source = openSource(folder);
  installation = await newInstallation({ source });
  mails = [];
  isMailServerDown = false;
  await loadByItself(true);
});
const loadByItself = (loadsByItself: boolean) =>
  writeSetting(
    installation.store.db,
    sourceCheck,
    { isEnabled: true, loadsByItself },
    { actor: noPerson, at: clock() },
  );
afterEach(() => installation.close());

const pathOf = (kind: FileKind) => join(folder, '202307', `CAGED${kind}202307.txt`);
async function put(kind: FileKind, lines: number, fields: LineFields = {}): Promise<void> {
  await mkdir(join(folder, '202307'), { recursive: true });
  const text = officialText(
    kind,
    Array.from({ length: lines }, () => fields),
  );
  await writeFile(pathOf(kind), text);
}

const deps = (day: number): DailyCheckDeps => ({
  store: installation.store,
  // Seven in the evening in Brasília.
  clock: () => new Date(`2026-08-0${day}T22:00:00Z`),
  source,
  wake: () => undefined,
  mailQueue: openMailQueue(
    {
      send: async (_to, { text }) => {
        if (isMailServerDown) throw new Error('The mail server is down.');
        mails.push(text);
      },
      check: async () => undefined,
      close: () => undefined,
    },
    logger,
    [],
  ),
  siteAddress: () => 'http://localhost',
});

/** The result of the check of a day in August 2026. */
async function check(day: number): Promise<string> {
  const checking = deps(day);
  const { result } = await checkSourceDaily(checking);
  await checking.mailQueue.idle();
  return result;
}

const uploads = () =>
  installation.store.db
    .selectFrom('uploads')
    .select(['id', 'status'])
    .orderBy('created_at')
    .execute();
const statuses = async () => (await uploads()).map(({ status }) => status);

async function cancelLast(): Promise<void> {
  const last = (await uploads()).at(-1);
  await cancelUpload({ store: installation.store, clock }, noPerson, last?.id ?? '');
}

const queued = '1 arquivo novo ou alterado. Um mês foi para a fila.';
const declined =
  '1 arquivo novo ou alterado. Nada foi carregado: use “Procurar novidades” para os arquivos cujo envio foi cancelado ou recusado.';

test('a version whose load was cancelled before it was fetched is loaded by the button only', async () => {
  await put('MOV', 4);
  expect(await check(1)).toBe(queued);
  await cancelLast();
  expect(await check(2)).toBe(declined);
  expect(await statuses()).toEqual(['CANCELLED']);
  const { uploads: loaded } = await loadNews(deps(2), noPerson);
  expect(loaded.map(({ competencia }) => competencia)).toEqual(['202307']);
  await cancelLast();
  await put('MOV', 5);
  expect(await check(3)).toBe(queued);
});

test('a fetched version whose load was cancelled is not loaded again; another one of its size is', async () => {
  await put('FOR', 4);
  expect(await check(1)).toBe(queued);
  await installation.drain();
  expect(await statuses()).toEqual(['AWAITING_APPROVAL']);
  await cancelLast();
  expect(await check(2)).toBe(declined);
  expect(await statuses()).toEqual(['CANCELLED']);
  const later = new Date(Date.now() + 3_600_000);
  await utimes(pathOf('FOR'), later, later);
  expect(await check(3)).toBe(queued);
});

test('a refused version is not loaded again, until the source has another', async () => {
  await put('MOV', 4, { salary: 'errado' });
  expect(await check(1)).toBe(queued);
  await installation.drain();
  expect(await statuses()).toEqual(['FAILED']);
  expect(await check(2)).toBe(declined);
  expect(await statuses()).toEqual(['FAILED']);
  await put('MOV', 4);
  expect(await check(3)).toBe(queued);
});

test('a file that could not be fetched is loaded again', async () => {
  await put('MOV', 4);
  expect(await check(1)).toBe(queued);
  const silent: Source = {
    ...source,
    download: () =>
      Promise.reject(sourceError(source.label, new SourceFailure('fonte_inalcancavel'))),
  };
  const loading = { ...installation.loading, source: silent };
  await uploadRunner({ loading, logger }).drain();
  expect(await statuses()).toEqual(['FAILED']);
  expect(await check(2)).toBe(queued);
});

async function addAdministrator(): Promise<void> {
  const named = { email: 'ana@exemplo.com.br', firstName: 'Ana', lastName: 'Lima' };
  const account = { role: 'ADMIN', companyId: null, password: 'Segredo-de-teste-1' } as const;
  await createUser(installation.store.db, { ...named, ...account }, clock());
}

test('a mail that the mail server did not take is sent after the next check, once', async () => {
  await addAdministrator();
  await loadByItself(false);
  await put('MOV', 4);
  isMailServerDown = true;
  expect(await check(1)).toBe('1 arquivo novo ou alterado; nada foi carregado.');
  isMailServerDown = false;
  await check(2);
  await check(3);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('MOV · nova · não carregada');
  // The screen with "Procurar novidades", which the mail names.
  expect(mails[0]).toContain('/admin/source');
});

test('the mail says what happened to each file, and is not repeated while nothing changes', async () => {
  await addAdministrator();
  await put('FOR', 4);
  await check(1);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('FOR · nova · na fila');
  expect(mails[0]).toContain('/admin/upload');
  await installation.drain();

  expect(await check(2)).toBe(
    '1 arquivo novo ou alterado. As novidades já estão na fila ou aguardam aprovação.',
  );
  expect(mails).toHaveLength(2);
  expect(mails[1]).toContain('FOR · nova · já na fila ou aguarda aprovação');
  expect(mails[1]).not.toContain('FOR · nova · na fila');
  await check(3);
  expect(mails).toHaveLength(2);

  await cancelLast();
  await check(4);
  expect(mails[2]).toContain('FOR · nova · envio cancelado ou recusado');
  await check(5);
  expect(mails).toHaveLength(3);
  await put('MOV', 4);
  await check(6);
  expect(mails[3]).toContain('MOV · nova · na fila');
  expect(mails[3]).toContain('FOR · nova · envio cancelado ou recusado');
});

test('after a clock that was ahead is put back, no mail is repeated and no day is skipped', async () => {
  await addAdministrator();
  await loadByItself(false);
  await put('MOV', 4);
  await check(9);
  await check(1);
  expect(mails).toHaveLength(1);
  await put('FOR', 4);
  await check(2);
  expect(mails).toHaveLength(2);
  await check(3);
  expect(mails).toHaveLength(2);
  expect(await sourceCheckState(deps(3))).toMatchObject({
    lastCheckAt: '2026-08-03T22:00:00.000Z',
  });
  expect(await check(9)).toBe('2 arquivos novos ou alterados; nada foi carregado.');
  expect(mails).toHaveLength(2);
});

test('a mail on a day that a clock noted ahead of time is not repeated the next day', async () => {
  await addAdministrator();
  await loadByItself(false);
  await put('MOV', 4);
  await check(8);
  await check(1);
  await put('FOR', 4);
  await check(8);
  expect(mails).toHaveLength(2);
  await check(9);
  expect(mails).toHaveLength(2);
});

test('the main file of a month is loaded while a late declaration of it awaits approval', async () => {
  await put('FOR', 4);
  expect(await check(1)).toBe(queued);
  await installation.drain();
  expect(await statuses()).toEqual(['AWAITING_APPROVAL']);
  await put('MOV', 4);
  expect(await check(2)).toBe('2 arquivos novos ou alterados. Um mês foi para a fila.');
  const files = await installation.store.db
    .selectFrom('upload_files')
    .select('asked_kind')
    .execute();
  expect(files.map(({ asked_kind }) => asked_kind)).toEqual(['FOR', 'MOV']);
  await installation.drain();
  expect(await statuses()).toEqual(['COMPLETED', 'COMPLETED']);
});

test('a main file that could not be fetched is loaded by the button while the rest awaits approval', async () => {
  await put('MOV', 4);
  await put('FOR', 4);
  await check(1);
  const partial: Source = {
    ...source,
    download: (file, ...rest) =>
      file.kind === 'MOV'
        ? Promise.reject(sourceError(source.label, new SourceFailure('fonte_inalcancavel')))
        : source.download(file, ...rest),
  };
  await uploadRunner({ loading: { ...installation.loading, source: partial }, logger }).drain();
  expect(await statuses()).toEqual(['AWAITING_APPROVAL']);
  const { uploads: loaded } = await loadNews(deps(2), noPerson);
  expect(loaded.map(({ files }) => files)).toEqual([['MOV']]);
});

test.each([
  ['an unforeseen error', new TypeError('unforeseen')],
  ['the stop of the process', new Error('stopping')],
])('%s ends the check and does not use up its day', async (_, reason) => {
  await put('MOV', 4);
  const stopping = new AbortController();
  const list: Source['list'] = async ({ signal } = {}) => {
    if (reason instanceof TypeError) throw reason;
    stopping.abort(reason);
    signal?.throwIfAborted();
    return [];
  };
  const checking = checkSourceDaily({ ...deps(1), source: { ...source, list } }, stopping.signal);
  await expect(checking).rejects.toBe(reason);
  expect(await check(1)).toBe(queued);
});

test('a check whose process was killed is run again by the next start', async () => {
  await put('MOV', 4);
  const { store } = installation;
  const listing = Promise.withResolvers<void>();
  const list: Source['list'] = () => {
    listing.resolve();
    return new Promise(() => undefined);
  };
  void checkSourceDaily({ ...deps(1), source: { ...source, list } });
  await listing.promise;
  expect(await check(1)).toBe('done already');
  await freeAbandonedJobs(store);
  expect(await check(1)).toBe(queued);
});

import { createHash } from 'node:crypto';
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { DetailedError, Upload, type UploadOptions } from 'tus-js-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Failure } from '../../../shared/contracts/failure.ts';
import { ResumableUpload, ResumableUploads } from '../../../shared/contracts/resumable.ts';
import { UploadReceived } from '../../../shared/contracts/uploads.ts';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { sendSlowly } from '../../../tests/support/send-slowly.ts';
import { officialText } from '../../../tests/support/official-file.ts';
import { startSession } from '../../people/identity/sessions.ts';
import { createUser } from '../../people/identity/users.ts';
import { folderFiles } from '../../platform/files/folder-files.ts';
import { findUpload } from '../../registry/ingest/uploads.ts';
import { createLogger } from '../../process/installation/log.ts';
import { sweepPartialUploads } from '../../registry/resumable/partial-uploads.ts';
import { resumableRoutes } from './resumable-uploads.ts';
import { testApp } from '../../../tests/support/test-app.ts';

const clock = () => new Date();
let installation: Installation;
let app: FastifyInstance;
let site: string;
let cookie: string;
let freeBytes = 2 ** 40;
/** Runs while a complete file is being queued. */
let whenLinked: () => Promise<void>;
let patches = 0;
const sockets = new Set<Socket>();
const partialDir = () => join(installation.folder, 'partial');

async function startServer(): Promise<void> {
  const { store, folder } = installation;
  const files = folderFiles(folder);
  const share = async (name: string) => {
    await whenLinked();
    await files.share(name);
  };
  const routes = resumableRoutes({
    store,
    clock,
    partialDir: partialDir(),
    files: { ...files, share },
    maxUploadMegabytes: 64,
    freeBytes: async () => freeBytes,
    wake: () => undefined,
  });
  const logger = createLogger({ write: () => undefined });
  app = await testApp({
    store,
    clock,
    logger,
    routes: [routes],
  });
  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.server.on('request', ({ method }) => {
    if (method === 'PATCH') patches += 1;
  });
  site = await app.listen({ port: 0, host: '127.0.0.1' });
}

/** Stops the server and cuts all connections. */
async function stopServer(): Promise<void> {
  cutConnections();
  await app.close();
}

function cutConnections(): void {
  for (const socket of sockets) socket.destroy();
}

let people = 0;
async function signIn(role: 'ADMIN' | 'CLIENT' | 'VIEWER'): Promise<string> {
  people += 1;
  const person = { firstName: 'Pessoa', lastName: role, role, companyId: null };
  const email = `p${people}@exemplo.com.br`;
  const { db } = installation.store;
  const user = await createUser(db, { ...person, email, password: 'Segredo-de-teste-1' }, clock());
  return `caged_session=${(await startSession(db, user.id, clock())).token}`;
}

beforeEach(async () => {
  installation = await newInstallation();
  freeBytes = 2 ** 40;
  whenLinked = async () => undefined;
  patches = 0;
  await startServer();
  cookie = await signIn('ADMIN');
});
afterEach(async () => {
  await stopServer();
  await installation.close();
});

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const text = Buffer.from(
  officialText(
    'MOV',
    Array.from({ length: 300 }, () => ({})),
  ),
);
/** Constant content, too large for one write. */
const large = Buffer.alloc(40 * 2 ** 20, 'CAGED');

/** Sends with the real client; returns the ID, or throws the client's error. */
function send(content: Buffer, options: Partial<UploadOptions> = {}): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const upload = new Upload(content, {
    endpoint: `${site}/api/resumable`,
    headers: { cookie },
    metadata: { filename: 'CAGEDMOV202307.txt', sha256: sha256(content) },
    retryDelays: [0, 50, 100, 200, 400],
    onError: reject,
    onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
    ...options,
  });
  upload.start();
  return promise;
}

/** The failure that the client received. */
async function failure(sending: Promise<unknown>): Promise<Failure & { readonly status: number }> {
  const error: unknown = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof DetailedError) || !error.originalResponse) throw new Error('No failure.');
  const { originalResponse } = error;
  const body: unknown = JSON.parse(originalResponse.getBody());
  return { ...Failure.parse(body), status: originalResponse.getStatus() };
}

interface Call extends RequestInit {
  readonly headers?: Readonly<Record<string, string>>;
}

const call = (path: string, init: Call = {}, as = cookie) =>
  fetch(`${site}/api/resumable${path}`, { ...init, headers: { cookie: as, ...init.headers } });

const finish = (body: object, as = cookie) =>
  call(
    '/finish',
    { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
    as,
  );

const waiting = async () => ResumableUploads.parse(await (await call('')).json()).uploads;

async function uploadOf(answer: Response): Promise<string> {
  expect(answer.status).toBe(202);
  return UploadReceived.parse(await answer.json()).uploadId;
}

const onDisk = (id: string) => readFile(join(partialDir(), id));

describe('a file that arrives whole', () => {
  test('is handed over and loaded', async () => {
    const id = await send(text);
    expect(sha256(await onDisk(id))).toBe(sha256(text));
    const answer = await finish({ competencia: '202307', files: [{ id, kind: 'MOV' }] });
    expect(answer.status).toBe(202);
    const { uploadId, message } = UploadReceived.parse(await answer.json());
    expect(message).toBe('Processamento iniciado com sucesso!');
    await installation.drain();
    const upload = await findUpload(installation.store, uploadId);
    expect(upload).toMatchObject({ status: 'COMPLETED', competencia: '202307', origin: 'web' });
    expect(upload?.files[0]).toMatchObject({ name: 'CAGEDMOV202307.txt', accepted: 300 });
    expect(await readdir(partialDir())).toEqual([]);
  });

  test('is reported with its kind, month and date until it is handed over', async () => {
    const modifiedAt = '2026-07-28T13:14:15.167Z';
    const metadata = { filename: 'a.txt', kind: 'MOV', competencia: '202307', modifiedAt };
    const id = await send(text, { metadata });
    expect(await waiting()).toMatchObject([
      { id, name: 'a.txt', kind: 'MOV', competencia: '202307', modifiedAt },
    ]);
    await finish({ files: [{ id }] });
    expect(await waiting()).toEqual([]);
  });

  test('is queued once, even if that is requested often', async () => {
    const ids = [await send(text), await send(large)];
    const files = ids.map((id, index) => ({ id, sha256: sha256(index === 0 ? text : large) }));
    // The second request comes while the first is in progress, the third in another order.
    const requested = [{ files }, { files }, { files: files.toReversed() }];
    const answers = await Promise.all(requested.map((body) => finish(body)));
    const uploadIds = await Promise.all(answers.map(uploadOf));
    expect(new Set(uploadIds).size).toBe(1);
    await installation.drain();
    expect(await uploadOf(await finish({ files }))).toBe(uploadIds[0]);

    const { db } = installation.store;
    const counted = await db.selectFrom('uploads').select('id').execute();
    expect(counted).toEqual([{ id: uploadIds[0] }]);
    const acts = await db.selectFrom('audit_log').select(['action', 'subject_id']).execute();
    expect(acts).toEqual([{ action: 'upload.received', subject_id: uploadIds[0] }]);

    const other = await signIn('ADMIN');
    expect((await finish({ files }, other)).status).toBe(404);
    expect((await finish({ files: files.slice(0, 1) })).status).toBe(404);
  });

  test('is not deleted while it is being queued', async () => {
    const id = await send(text);
    const deleting = Promise.withResolvers<Response>();
    whenLinked = async () => {
      deleting.resolve(call(`/${id}`, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } }));
      await Promise.race([deleting.promise, sleep(500)]);
    };
    const queued = await finish({ files: [{ id }] });
    expect([queued.status, (await deleting.promise).status]).toEqual([202, 404]);
  });

  test('but has another hash than announced is removed', async () => {
    const id = await send(text, { metadata: { filename: 'CAGEDMOV202307.txt' } });
    const answer = await finish({ files: [{ id, sha256: sha256(large) }] });
    expect([answer.status, Failure.parse(await answer.json()).code]).toEqual([
      422,
      'hash_diferente',
    ]);
    expect(await readdir(partialDir())).toEqual([]);
  });

  test('comes with others at the same time, and they make one load', async () => {
    const names = ['CAGEDMOV202307.txt', 'CAGEDFOR202307.txt'];
    const texts = [text, Buffer.from(officialText('FOR', [{ declared_month: '202307' }]))];
    const ids = await Promise.all(
      texts.map((content, index) => send(content, { metadata: { filename: names[index] ?? '' } })),
    );
    const { uploadId } = UploadReceived.parse(
      await (await finish({ files: ids.map((id) => ({ id })) })).json(),
    );
    await installation.drain();
    const upload = await findUpload(installation.store, uploadId);
    expect(upload?.files.map(({ name, outcome }) => [name, outcome])).toEqual(
      names.map((name) => [name, 'PUBLISHED']),
    );
  });
});

describe('a connection that is lost', () => {
  test('in the middle of a piece is resumed where it stopped', async () => {
    let cutAt = 0;
    app.server.on('request', ({ method, socket }) => {
      if (method !== 'PATCH' || patches > 1) return;
      const watch = setInterval(() => {
        if (socket.bytesRead < large.length / 8 && !socket.destroyed) return;
        clearInterval(watch);
        cutAt = socket.bytesRead;
        socket.destroy();
      }, 1);
    });
    const id = await send(large);
    expect(cutAt).toBeGreaterThan(0);
    expect(cutAt).toBeLessThan(large.length);
    expect(patches).toBe(2);
    expect(sha256(await onDisk(id))).toBe(sha256(large));
  });

  test('by a stop of the server is resumed after its restart', async () => {
    const { promise: isHalfWay, resolve } = Promise.withResolvers<void>();
    const upload = new Upload(large, {
      endpoint: `${site}/api/resumable`,
      headers: { cookie },
      metadata: { filename: 'CAGEDMOV202307.7z', sha256: sha256(large) },
      retryDelays: null,
      // A closing server ends the current piece, which must not be all that is left.
      chunkSize: large.length / 16,
      onError: () => undefined,
      onProgress: (sent) => {
        if (sent > large.length / 4) resolve();
      },
    });
    upload.start();
    await isHalfWay;
    const { pathname } = new URL(upload.url ?? '');
    await stopServer();
    await upload.abort();
    await startServer();
    const [left] = await waiting();
    expect(left).toMatchObject({ name: 'CAGEDMOV202307.7z', bytes: large.length });
    expect(left?.receivedBytes).toBeLessThan(large.length);
    const id = await send(large, { uploadUrl: `${site}${pathname}` });
    expect(sha256(await onDisk(id))).toBe(sha256(large));
  });

  test('without notice to the server gives way to the connection that resumes', async () => {
    const created = await begin({ 'upload-length': String(large.length) });
    const url = `${site}${created.headers.get('location') ?? ''}`;
    const hanging = request(url, {
      method: 'PATCH',
      headers: {
        cookie,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        'content-length': large.length,
      },
    });
    hanging.on('error', () => undefined).write(large.subarray(0, 2 ** 20));
    const state = async () =>
      ResumableUpload.parse(await (await fetch(url, { headers: { cookie } })).json());
    await expect.poll(async () => (await state()).receivedBytes).toBe(2 ** 20);
    const id = await send(large, { uploadUrl: url });
    expect(sha256(await onDisk(id))).toBe(sha256(large));
    hanging.destroy();
  });

  test('leaves a file that cannot be finished yet, and that its owner can delete', async () => {
    const created = await begin({ 'upload-length': '100' });
    const id = created.headers.get('location')?.split('/').at(-1) ?? '';
    const answer = await finish({ files: [{ id }] });
    expect([answer.status, Failure.parse(await answer.json()).code]).toEqual([
      409,
      'envio_incompleto',
    ]);
    const state = ResumableUpload.parse(await (await call(`/${id}`)).json());
    expect(state).toMatchObject({ id, bytes: 100, receivedBytes: 0 });
    const given = await call(`/${id}`, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } });
    expect(given.status).toBe(204);
    expect(await readdir(partialDir())).toEqual([]);
  });
});

const begin = (headers: Record<string, string>, as = cookie) =>
  call(
    '',
    {
      method: 'POST',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-metadata': `filename ${Buffer.from('CAGEDMOV202307.txt').toString('base64')}`,
        ...headers,
      },
    },
    as,
  );

describe('what is refused', () => {
  const noRetry = { retryDelays: null };

  test('a file over the limit, before it is sent', async () => {
    const sending = send(Buffer.alloc(65 * 2 ** 20), noRetry);
    expect(await failure(sending)).toMatchObject({
      status: 413,
      code: 'file_too_large',
      message: 'O arquivo passa do limite de 64 MB. Envie-o compactado (.7z ou .zip).',
    });
  });

  test('a file for which the disk has no room, what others are sending counted', async () => {
    freeBytes = 2 ** 30 + 1000;
    expect((await begin({ 'upload-length': '900' })).status).toBe(201);
    const sending = send(text, noRetry);
    const { status, code, message } = await failure(sending);
    expect([status, code]).toEqual([507, 'sem_espaco']);
    expect(message).toContain('não tem espaço livre em disco');
  });

  test.runIf(platform() === 'linux')('a piece for which the disk has no room', async () => {
    const begun = await begin({ 'upload-length': '900' });
    const id = begun.headers.get('location')?.split('/').at(-1) ?? '';
    const path = join(partialDir(), id);
    await rm(path);
    // Its size is 0, and every write fails with ENOSPC.
    await symlink('/dev/full', path);
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    };
    const piece = async () => {
      const answer = await call(`/${id}`, { method: 'PATCH', headers, body: 'abc' });
      return [answer.status, Failure.parse(await answer.json()).code];
    };
    // Another failure passes, so that the sender's program tries again.
    expect(await piece()).toEqual([503, 'envio_interrompido']);
    freeBytes = 2 ** 30;
    expect(await piece()).toEqual([507, 'sem_espaco']);
  });

  test('more files than one person may announce, and more bytes; others still may', async () => {
    const announce = async (bytes: number, as?: string) =>
      (await begin({ 'upload-length': String(bytes) }, as)).status;
    for (let file = 0; file < 50; file++) expect(await announce(900)).toBe(201);
    const refused = await begin({ 'upload-length': '900' });
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { code: 'too_many_uploads' },
    ]);
    const other = await signIn('ADMIN');
    // Ten files of the maximum size, 64 MB each, and not one byte more.
    for (let file = 0; file < 10; file++) expect(await announce(64 * 2 ** 20, other)).toBe(201);
    expect(await announce(1, other)).toBe(409);
  });

  test.each([
    [{ filename: 'relatorio.pdf' }, 'filename', 'não é .txt, .csv, .dat, .7z nem .zip'],
    [{}, 'filename', 'Informe o nome'],
    [{ filename: 'a.txt', competencia: '202313' }, 'competencia', 'competência válida'],
    [{ filename: 'a.txt', sha256: 'abc' }, 'sha256', '64 algarismos'],
    [{ filename: 'a.txt', kind: 'TUDO' }, 'kind', 'MOV, FOR ou EXC'],
    [{ filename: 'a.txt', modifiedAt: 'ontem' }, 'modifiedAt', 'data do arquivo'],
  ])('metadata %o', async (metadata: Record<string, string>, field, sentence) => {
    const result = await failure(send(text, { ...noRetry, metadata }));
    expect(result).toMatchObject({ status: 400, code: 'invalid_value', field });
    expect(result.message).toContain(sentence);
    expect(await readdir(partialDir())).toEqual([]);
  });

  test('content that is not what was announced, and it is removed', async () => {
    const metadata = { filename: 'CAGEDMOV202307.txt', sha256: sha256(large) };
    const result = await failure(send(text, { ...noRetry, metadata }));
    expect(result).toMatchObject({ status: 422, code: 'hash_diferente' });
    expect(await readdir(partialDir())).toEqual([]);
  });

  test('a person who is no administrator', async () => {
    for (const role of ['CLIENT', 'VIEWER'] as const) {
      const other = await signIn(role);
      const result = await failure(send(text, { ...noRetry, headers: { cookie: other } }));
      expect(result).toMatchObject({ status: 403, code: 'forbidden' });
    }
    expect(await failure(send(text, { ...noRetry, headers: {} }))).toMatchObject({ status: 401 });
  });

  test('a piece that arrives slowly from a sender who is no administrator any more', async () => {
    const created = await begin({ 'upload-length': String(text.length) });
    const url = created.headers.get('location') ?? '';
    const piece = { 'tus-resumable': '1.0.0', 'upload-offset': '0' };
    const headers = { cookie, ...piece, 'content-type': 'application/offset+octet-stream' };
    const { db } = installation.store;
    const refused = await sendSlowly(
      text,
      () => db.updateTable('users').set({ role: 'CLIENT' }).execute(),
      (payload) => app.inject({ method: 'PATCH', url, headers, payload }),
    );
    expect([refused.statusCode, refused.body]).toEqual([403, expect.stringContaining('forbidden')]);
  });

  test('an upload that another person began', async () => {
    const id = await send(text);
    const other = await signIn('ADMIN');
    const tus = { 'tus-resumable': '1.0.0' };
    expect((await call(`/${id}`, { method: 'HEAD', headers: tus }, other)).status).toBe(404);
    expect((await call(`/${id}`, { method: 'DELETE', headers: tus }, other)).status).toBe(404);
    expect((await finish({ files: [{ id }] }, other)).status).toBe(404);
    expect(ResumableUploads.parse(await (await call('', {}, other)).json()).uploads).toEqual([]);
    expect((await finish({ files: [{ id }] })).status).toBe(202);
  });

  test('extensions of the protocol that are not offered', async () => {
    const answer = await begin({ 'upload-length': '9', 'upload-concat': 'partial' });
    expect([answer.status, Failure.parse(await answer.json()).code]).toEqual([400, 'refused']);
  });

  test('a call from a page of another site', async () => {
    const answer = await begin({ 'upload-length': '9', origin: 'https://outro.exemplo' });
    expect(Failure.parse(await answer.json()).code).toBe('foreign_origin');
  });

  test('ids that are paths, the same file twice, a piece at the wrong place', async () => {
    expect((await call('/..%2F..%2Fcaged.sqlite')).status).toBe(404);
    const id = await send(text);
    expect((await finish({ files: [{ id }, { id }] })).status).toBe(400);
    const piece = { 'tus-resumable': '1.0.0', 'upload-offset': '7' };
    const headers = { ...piece, 'content-type': 'application/offset+octet-stream' };
    const answer = await call(`/${id}`, { method: 'PATCH', headers, body: 'x' });
    expect([answer.status, Failure.parse(await answer.json()).code]).toEqual([
      409,
      'offset_diferente',
    ]);
  });
});

test('uploads that began a day ago are deleted in any state', async () => {
  await send(text);
  await begin({ 'upload-length': '100' });
  await writeFile(join(partialDir(), '0'.repeat(32)), 'without a note');
  const sweep = (hours: number) =>
    sweepPartialUploads({
      directory: partialDir(),
      clock: () => new Date(Date.now() + hours * 3_600_000),
    });
  expect(await sweep(23)).toEqual({ partialUploads: 0 });
  expect(await sweep(25)).toEqual({ partialUploads: 3 });
  expect(await readdir(partialDir())).toEqual([]);
});

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { FileGoneError, type SharedFiles } from './shared-files.ts';
import { openFiles } from './open-files.ts';
import { parseBucketAddress } from './bucket-address.ts';
import { useNewerUndici } from '../newer-undici.ts';
import {
  bucketServer,
  type TestBucket,
} from '../../../tests/support/source-servers/bucket-server.ts';
import { sha256Of } from '../../../tests/support/source-servers/test-server.ts';
import { bucketAt } from './bucket.ts';

let server: TestBucket;
let root: string;
beforeAll(async () => {
  server = await bucketServer();
  root = await mkdtemp(join(tmpdir(), 'caged-files-'));
});
afterAll(async () => {
  await server.stop();
  await rm(root, { recursive: true });
});

const writeHere = async (files: SharedFiles, name: string, content: string | Buffer) => {
  await mkdir(dirname(files.here(name)), { recursive: true });
  await writeFile(files.here(name), content);
};

const places = [
  {
    place: 'a folder',
    open: (name: string) => openFiles({ ...nowhere, dataDir: join(root, name) }),
  },
  {
    place: 'a bucket',
    // Each process has its own folder; only the bucket is shared.
    open: (name: string, process: string) =>
      openFiles({ filesUrl: server.address, dataDir: join(root, name, process) }),
  },
];
const nowhere = { filesUrl: undefined };

describe.each(places)('files shared in $place', ({ place, open }) => {
  let one: SharedFiles;
  let other: SharedFiles;
  beforeEach(async () => {
    const name = `${place}-${Math.random()}`;
    one = await open(name, 'one');
    other = await open(name, 'other');
  });

  test('are removed by their own names only, so that a forged row cannot remove the folder', async () => {
    await writeHere(one, 'secret.key', 'chave');
    await mkdir(one.here('uploads'));
    for (const name of ['uploads/..', 'reports/../secret.key', 'uploads/', 'uploads/.', '']) {
      await expect(one.remove(name)).rejects.toThrow('is not the name of a shared file');
    }
    expect(await readFile(one.here('secret.key'), 'utf8')).toBe('chave');
  });

  test('are readable in another process once they are shared, and nowhere once they are removed', async () => {
    await writeHere(one, 'uploads/a/MOV', 'conteúdo');
    await one.share('uploads/a/MOV');
    await one.leave('uploads/a/MOV');
    expect(await other.size('uploads/a/MOV')).toBe(9);
    expect(await text(await other.read('uploads/a/MOV'))).toBe('conteúdo');
    {
      await using fetched = await other.fetch('uploads/a/MOV');
      expect(await readFile(fetched.path, 'utf8')).toBe('conteúdo');
    }
    expect((await other.list('uploads')).map(({ name }) => name)).toEqual(['a']);
    await other.remove('uploads/a');
    expect(await one.size('uploads/a/MOV')).toBeUndefined();
    expect(await one.list('uploads')).toEqual([]);
    await expect(one.read('uploads/a/MOV')).rejects.toThrow(FileGoneError);
    await expect(one.fetch('uploads/a/MOV')).rejects.toMatchObject({ code: 'ENOENT' });
    await one.remove('uploads/a');
  });

  test('are listed with what only lies here, each as old as its newest file', async () => {
    const old = new Date('2026-01-01T00:00:00Z');
    for (const name of ['b1', 'b2', 'b3', 'b4']) {
      await writeHere(one, `reports/${name}`, name);
      await one.share(`reports/${name}`);
      await one.leave(`reports/${name}`);
    }
    await writeHere(one, 'reports/only here.part', '');
    await utimes(one.here('reports/only here.part'), old, old);
    const listed = (await one.list('reports')).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    expect(listed.map(({ name }) => name)).toEqual(['b1', 'b2', 'b3', 'b4', 'only here.part']);
    expect(listed.at(-1)?.changedAt).toEqual(old);
    expect(Date.now() - (listed[0]?.changedAt.getTime() ?? 0)).toBeLessThan(60_000);
    await one.remove('reports');
    expect(await one.list('reports')).toEqual([]);
  });
});

const openBucket = () => openFiles({ filesUrl: server.address, dataDir: join(root, 'process') });

describe('a bucket', () => {
  test('gets a large file in parts, and no copy stays on this machine', async () => {
    const files = await openBucket();
    const content = randomBytes(20 * 2 ** 20);
    await writeHere(files, 'uploads/large/MOV', content);
    server.writes.bodies.length = 0;
    server.writes.failures.push(503);
    await files.share('uploads/large/MOV');
    await files.leave('uploads/large/MOV');
    expect(Math.max(...server.writes.bodies)).toBe(16 * 2 ** 20);
    expect(server.writes.unfinished).toBe(0);
    const stored = server.files.get('novo caged & cia/uploads/large/MOV');
    expect(stored && sha256Of(stored.content)).toBe(sha256Of(content));
    {
      await using fetched = await files.fetch('uploads/large/MOV');
      expect(sha256Of(await readFile(fetched.path))).toBe(sha256Of(content));
    }
    expect(await readdir(join(root, 'process', 'fetched'))).toEqual([]);
    expect(await readdir(files.here('uploads'))).toEqual([]);
  });

  test('that refuses a part has no unfinished upload, and the error has no secrets', async () => {
    const files = await openBucket();
    await writeHere(files, 'uploads/half/MOV', randomBytes(17 * 2 ** 20));
    server.writes.failures.push(0, 403);
    await expect(files.share('uploads/half/MOV')).rejects.toMatchObject({
      code: 'arquivos_inalcancaveis',
      status: 503,
    });
    expect(server.writes.failures).toEqual([]);
    expect(server.writes.unfinished).toBe(0);
    expect(await files.size('uploads/half/MOV')).toBeUndefined();
  });

  test('that responds 404 to any call of an upload has not stored the file', async () => {
    const files = await openBucket();
    const lost = { code: 'arquivos_inalcancaveis' };
    await writeHere(files, 'uploads/lost/small', 'conteúdo');
    server.writes.failures.push(404);
    await expect(files.share('uploads/lost/small')).rejects.toMatchObject(lost);
    await writeHere(files, 'uploads/lost/large', randomBytes(17 * 2 ** 20));
    server.writes.failures.push(404);
    await expect(files.share('uploads/lost/large')).rejects.toMatchObject(lost);
    // The start and two parts succeed, then the server loses the upload.
    server.writes.failures.push(0, 0, 0, 404);
    await expect(files.share('uploads/lost/large')).rejects.toMatchObject(lost);
    expect(await files.size('uploads/lost/large')).toBeUndefined();
  });

  test('whose response to the last call is lost has stored the file', async () => {
    const files = await openBucket();
    await writeHere(files, 'uploads/twice/MOV', randomBytes(17 * 2 ** 20));
    server.writes.losesNextCompletion = true;
    await files.share('uploads/twice/MOV');
    expect(await files.size('uploads/twice/MOV')).toBe(17 * 2 ** 20);
  });

  test('that cuts the connection in the middle of a file sends the rest of it', async () => {
    const files = await openBucket();
    const content = randomBytes(300_000);
    await writeHere(files, 'uploads/cut/MOV', content);
    await files.share('uploads/cut/MOV');
    server.faults.cuts.push(100_000, 0);
    server.faults.starts.length = 0;
    await using fetched = await files.fetch('uploads/cut/MOV');
    expect(sha256Of(await readFile(fetched.path))).toBe(sha256Of(content));
    expect(server.faults.starts).toEqual([0, 100_000, 100_000]);
  });

  test('that cuts it again and again sends all of it, as long as something arrives', async () => {
    const files = await openBucket();
    const content = randomBytes(300_000);
    await writeHere(files, 'uploads/often/MOV', content);
    await files.share('uploads/often/MOV');
    server.faults.cuts.push(50_000, 50_000, 50_000, 50_000);
    await using fetched = await files.fetch('uploads/often/MOV');
    expect(sha256Of(await readFile(fetched.path))).toBe(sha256Of(content));
  });

  test('that cuts it and then refuses the rest is named by the error', async () => {
    const files = await openBucket();
    await writeHere(files, 'uploads/refused/MOV', randomBytes(300_000));
    await files.share('uploads/refused/MOV');
    server.faults.cuts.push(100_000);
    const content = await files.read('uploads/refused/MOV');
    server.writes.readFailures.push(403);
    await expect(text(content)).rejects.toMatchObject({
      code: 'arquivos_inalcancaveis',
    });
  });

  test('that is busy fails the health check at once, without a retry', async () => {
    const files = await openBucket();
    server.writes.readFailures.push(503);
    await expect(files.check()).rejects.toMatchObject({ code: 'arquivos_inalcancaveis' });
    await expect(files.check()).resolves.toBeUndefined();
  });

  test('still has a file whose local copy cannot be removed', async () => {
    const files = await openFiles({ filesUrl: server.address, dataDir: join(root, 'stuck') });
    await writeHere(files, 'uploads/stuck', 'no folder');
    await expect(files.leave('uploads/stuck/MOV')).resolves.toBeUndefined();
  });

  test('that stops sending in the middle of a file causes a timeout', async () => {
    const bucket = bucketAt(parseBucketAddress(server.address, 'FILES_URL'));
    const files = await openBucket();
    await writeHere(files, 'uploads/silent/MOV', 'x'.repeat(10_000));
    await files.share('uploads/silent/MOV');
    const dispatcher = getGlobalDispatcher();
    const impatient = new Agent({ bodyTimeout: 300 });
    setGlobalDispatcher(impatient);
    server.faults.isSilent = true;
    try {
      await expect(text(await bucket.read('uploads/silent/MOV'))).rejects.toMatchObject({
        code: 'arquivos_inalcancaveis',
      });
    } finally {
      server.faults.isSilent = false;
      setGlobalDispatcher(dispatcher);
      await impatient.close();
    }
  });

  test('that accepts a connection and never responds is asked once', async () => {
    const connections: Socket[] = [];
    const silent = createServer((socket) => void connections.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = z.object({ port: z.number() }).parse(silent.address());
    const address = `s3://chave:segredo@127.0.0.1:${port}/balde?https=0`;
    const bucket = bucketAt(parseBucketAddress(address, 'FILES_URL'));
    await useNewerUndici();
    const dispatcher = getGlobalDispatcher();
    const impatient = new Agent({ headersTimeout: 300 });
    setGlobalDispatcher(impatient);
    try {
      await expect(bucket.size('reports/a')).rejects.toMatchObject({
        code: 'arquivos_inalcancaveis',
      });
      expect(connections).toHaveLength(1);
    } finally {
      setGlobalDispatcher(dispatcher);
      await impatient.destroy();
      for (const socket of connections) socket.destroy();
      silent.close();
    }
  });

  test.each([
    ['ftp://CHAVE:x7q@servidor/balde', /^StartError: .*FILES_URL deve começar com s3:/],
    ['s3://servidor/balde', /^StartError: .*FILES_URL deve trazer a chave e o segredo/],
    ['forbidden', /^StartError: Não foi possível abrir o bucket de FILES_URL/],
    ['missing', /^StartError: Não foi possível abrir o bucket de FILES_URL/],
  ])('with a wrong address stops the start with one line: %s', async (address, line) => {
    const filesUrl =
      { forbidden: server.forbiddenAddress, missing: server.missingAddress }[address] ?? address;
    const failure = await openFiles({ filesUrl, dataDir: root }).catch((error: unknown) => error);
    expect(String(failure)).toMatch(line);
    for (const secret of ['x7q', ...server.secrets]) expect(String(failure)).not.toContain(secret);
  });
});

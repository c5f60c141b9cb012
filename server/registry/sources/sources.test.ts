import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSource } from './open.ts';
import type { Source, SourceFile, SourceLimits } from './source.ts';
import { bucketServer } from '../../../tests/support/source-servers/bucket-server.ts';
import { driveServer } from '../../../tests/support/source-servers/drive-server.ts';
import { folderServer } from '../../../tests/support/source-servers/folder-server.ts';
import { ftpServer } from '../../../tests/support/source-servers/ftp-server.ts';
import {
  noise,
  sha256Of,
  type TestServer,
} from '../../../tests/support/source-servers/test-server.ts';
import { webServer } from '../../../tests/support/source-servers/web-server.ts';

const quick: Partial<SourceLimits> = { attempts: 3, backOffMs: 10 };
const time = new Date('2026-03-28T09:12:00.000Z');
const content = noise('julho', 3_000_000);

let server: TestServer;
let directory: string;
let target: string;

const open = (address = server.address, limits: Partial<SourceLimits> = {}): Source =>
  openSource(address, { ...server.options, limits: { ...quick, ...limits } });

const put = (path: string, bytes: Buffer | string = content, modifiedAt = time) =>
  server.put(path, { content: Buffer.from(bytes), modifiedAt });

async function onlyFile(source = open()): Promise<SourceFile> {
  const [file] = await source.list();
  if (file === undefined) throw new Error('nothing listed');
  return file;
}

async function failureOf(work: Promise<unknown>): Promise<Error & { code?: unknown }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('did not fail');
}

const servers = [
  ['a folder', folderServer],
  ['an FTP server', ftpServer],
  ['a web server', webServer],
  ['a bucket', bucketServer],
  ['a Drive folder', driveServer],
] as const;

const remote = servers.slice(1);

function useServer(start: () => Promise<TestServer>) {
  beforeEach(async () => {
    server = await start();
    directory = mkdtempSync(join(tmpdir(), 'caged-target-'));
    target = join(directory, 'chegou');
  });
  afterEach(async () => {
    await server.stop();
    server.clean();
    rmSync(directory, { recursive: true, force: true });
  });
}

describe.each(servers)('%s', (_, start) => {
  useServer(() => start());

  test('lists one file for each kind and month, the best packed, wherever it lies', async () => {
    put('2023/202307/CAGEDMOV202307.7z');
    put('2023/202307/CAGEDMOV202307.txt', 'x');
    put('2023/202307/CAGEDFOR202307.zip', 'y');
    put('2023/202307/Layout Não-identificado Novo Caged Movimentação.xlsx', 'z');
    put('2023/202308/CAGEDMOV202308.7z', 'half published');
    put('CAGEDEXC202307.txt', 'root');
    put('outra pasta/CAGEDEXC202307.txt', 'newer', new Date('2026-04-01T00:00:00.000Z'));
    put('Legado/2019/CAGEDMOV202306.7z', 'old');
    put('2023/202307/CAGEDMOV202399.7z', 'no month');
    put('2023/202307/copia de CAGEDFOR202308.7z', 'no name');
    const files = await open().list();
    expect(files.map(({ kind, month, name, bytes }) => [kind, month, name, bytes])).toEqual([
      ['MOV', '202307', 'CAGEDMOV202307.7z', 3_000_000],
      ['FOR', '202307', 'CAGEDFOR202307.zip', 1],
      ['EXC', '202307', 'CAGEDEXC202307.txt', 5],
      ['MOV', '202308', 'CAGEDMOV202308.7z', 14],
    ]);
    expect(files[0]?.modifiedAt).toBe(time.toISOString());
  });

  test('lists only the requested months', async () => {
    put('2023/202307/CAGEDMOV202307.7z', 'a');
    put('2023/202308/CAGEDMOV202308.7z', 'b');
    put('2024/202401/CAGEDMOV202401.7z', 'c');
    const files = await open().list({ months: ['202308', '202502'] });
    expect(files.map(({ month }) => month)).toEqual(['202308']);
  });

  test('downloads a complete file with its hash, and leaves no other file', async () => {
    put('São João/CAGEDMOV202307.7z');
    const seen: number[] = [];
    const source = open();
    const result = await source.download(await onlyFile(source), target, {
      onBytes: (bytes) => seen.push(bytes),
    });
    expect(result).toEqual({ sha256: sha256Of(content), bytes: 3_000_000 });
    expect(readFileSync(target).equals(content)).toBe(true);
    expect(readdirSync(directory)).toEqual(['chegou']);
    expect(seen.at(-1)).toBe(3_000_000);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  test('brings an empty file', async () => {
    put('CAGEDMOV202307.txt', '');
    const result = await open().download(await onlyFile(), target);
    expect(result.bytes).toBe(0);
    expect(existsSync(target)).toBe(true);
  });

  test('says which folder or file is not there', async () => {
    put('CAGEDMOV202307.7z', 'a');
    const file = await onlyFile();
    server.remove('CAGEDMOV202307.7z');
    put('CAGEDMOV202308.7z', 'b');
    const missing = await failureOf(open(server.missingAddress).list());
    expect(missing).toMatchObject({ code: 'fonte_pasta_ausente' });
    const vanished = await failureOf(open().download(file, target));
    expect(vanished).toMatchObject({ code: 'fonte_arquivo_ausente', status: 404 });
  });

  test('refuses a file beyond the limit, and a listing beyond its own', async () => {
    put('CAGEDMOV202307.7z');
    put('CAGEDFOR202307.7z', 'a');
    put('CAGEDEXC202307.7z', 'a');
    const large = open().download({ ...(await onlyFile()), bytes: null }, target, {
      maxBytes: 2_999_999,
    });
    expect(await failureOf(large)).toMatchObject({ code: 'arquivo_da_fonte_grande_demais' });
    expect(readdirSync(directory)).toEqual([]);
    const long = open(server.address, { listEntries: 2 }).list();
    expect(await failureOf(long)).toMatchObject({ code: 'fonte_lista_grande_demais' });
  });

  test('resumes from a part of an earlier call, and verifies a complete one', async () => {
    put('CAGEDMOV202307.7z');
    const file = await onlyFile();
    await stopAfter(1_000_000, file);
    expect(readFileSync(`${target}.part`).length).toBeGreaterThan(500_000);
    const seen: number[] = [];
    const result = await open().download(file, target, { onBytes: (bytes) => seen.push(bytes) });
    expect(result.sha256).toBe(sha256Of(content));
    expect(seen[0]).toBeGreaterThan(1_000_000);

    await stopAfter(2_999_999, file);
    expect((await open().download(file, target)).sha256).toBe(sha256Of(content));
  });

  test('starts again when the file has changed since', async () => {
    put('CAGEDMOV202307.7z');
    const file = await onlyFile();
    await stopAfter(1_000_000, file);
    const changed = noise('agosto', 3_000_000);
    put('CAGEDMOV202307.7z', changed, new Date('2026-05-01T00:00:00.000Z'));
    const result = await open().download(await onlyFile(), target);
    expect(result.sha256).toBe(sha256Of(changed));
  });

  test('starts again if the part belongs to another file', async () => {
    put('CAGEDMOV202307.7z');
    writeFileSync(`${target}.part`, noise('other', 1000));
    expect((await open().download(await onlyFile(), target)).sha256).toBe(sha256Of(content));
  });

  test('shows its address without secrets', () => {
    const { label } = open();
    for (const secret of server.secrets) expect(label).not.toContain(secret);
  });
});

/** Stops a download by its signal once this many bytes have arrived. */
async function stopAfter(bytes: number, file: SourceFile): Promise<void> {
  const stop = new AbortController();
  const reason = new Error('stopped by a person');
  const work = open().download(file, target, {
    signal: stop.signal,
    onBytes: (total) => {
      if (total >= bytes) stop.abort(reason);
    },
  });
  expect(await failureOf(work)).toBe(reason);
}

describe.each(remote)('%s that misbehaves', (_, start) => {
  useServer(() => start());

  test('is resumed where it cut the connection', async () => {
    put('CAGEDMOV202307.7z');
    const file = await onlyFile();
    server.faults.cuts = [700_000, 700_000, 300_000, 300_000];
    const result = await open().download(file, target);
    expect(result).toEqual({ sha256: sha256Of(content), bytes: 3_000_000 });
    const [first, ...later] = server.faults.starts;
    expect(first).toBe(0);
    expect(later).toHaveLength(4);
    expect(later.every((place) => place > 0)).toBe(true);
  });

  test('causes an error after some attempts without a byte', async () => {
    put('CAGEDMOV202307.7z');
    const file = await onlyFile();
    server.faults.isSilent = true;
    const failure = await failureOf(
      open(server.address, { silenceMs: 800 }).download(file, target),
    );
    expect(failure).toMatchObject({ code: 'fonte_silenciosa' });
    expect(server.faults.starts.length).toBeGreaterThan(1);
    expect(existsSync(target)).toBe(false);
  });

  test('that refuses a password is reported with that reason, without the password', async () => {
    put('CAGEDMOV202307.7z', 'a');
    const failure = await failureOf(open(server.forbiddenAddress).list());
    expect(failure).toMatchObject({ code: 'fonte_sem_autorizacao' });
    for (const secret of server.secrets)
      expect(inspect(failure, { depth: 9 })).not.toContain(secret);
  });

  test('that is down is reported as unreachable', async () => {
    put('CAGEDMOV202307.7z', 'a');
    const file = await onlyFile();
    await server.stop();
    const expected = { code: 'fonte_inalcancavel', status: 502 };
    const failure = await failureOf(open().list());
    expect(failure).toMatchObject(expected);
    for (const secret of [...server.secrets, 'assertion'])
      expect(inspect(failure, { depth: 9 })).not.toContain(secret);
    expect(await failureOf(open().download(file, target))).toMatchObject(expected);
  });

  test('stops listing when aborted', async () => {
    put('CAGEDMOV202307.7z', 'a');
    const reason = new Error('stopped by a person');
    expect(await failureOf(open().list({ signal: AbortSignal.abort(reason) }))).toBe(reason);
  });
});

import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Upload } from 'tus-js-client';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { LoadedFromSource } from '../../shared/contracts/source.ts';
import { UploadReceived } from '../../shared/contracts/uploads.ts';
import { findUpload } from '../../server/registry/ingest/uploads.ts';
import { releaseFingerprint } from '../../server/registry/releases/fingerprint.ts';
import { openSource } from '../../server/registry/sources/open.ts';
import { bucketServer } from '../support/source-servers/bucket-server.ts';
import { driveServer } from '../support/source-servers/drive-server.ts';
import { folderServer } from '../support/source-servers/folder-server.ts';
import { ftpServer } from '../support/source-servers/ftp-server.ts';
import type { TestServer } from '../support/source-servers/test-server.ts';
import { webServer } from '../support/source-servers/web-server.ts';
import { currentRelease } from '../../server/platform/store/current-release.ts';
import { newInstallation, type Installation } from '../support/installation.ts';
import type { InstallationServers } from '../support/installation-servers.ts';
import { officialText } from '../support/official-file.ts';
import { officialFiles } from '../support/official-files.ts';
import { multipart, serve, type Served } from '../support/served.ts';

/** The same files, loaded in every possible way, make the same release: a digest of its lines proves it. */

interface MonthFile {
  readonly name: string;
  readonly month: string;
  readonly content: Buffer;
}

const late = { late: '1', declared_month: '202308' };
const generated: readonly MonthFile[] = [
  ['CAGEDMOV202307.txt', officialText('MOV', [{}, {}, { salary: '', age: '' }])],
  ['CAGEDFOR202308.txt', officialText('FOR', [late, { ...late, cbo: '411010' }])],
  ['CAGEDEXC202309.txt', officialText('EXC', [{ ...late, exclusion_month: '202309' }])],
].map(([name = '', text = '']) => ({
  name,
  month: /\d{6}/.exec(name)?.[0] ?? '',
  content: Buffer.from(text),
}));

const cleaning: (() => Promise<void> | void)[] = [];
async function cleanUp(): Promise<void> {
  for (const clean of cleaning.splice(0).toReversed()) await clean();
}
afterEach(cleanUp);

async function startProduct(
  servers: InstallationServers = {},
): Promise<{ installation: Installation; served: Served }> {
  const installation = await newInstallation(servers);
  cleaning.push(() => installation.close());
  const served = await serve(installation, { maxUploadMegabytes: 64 });
  cleaning.push(() => served.close());
  return { installation, served };
}

/** Waits until an upload is published. Approves it if it waits because its month lacks the main file (MOV). */
async function ended({ store }: Installation, served: Served, id: string): Promise<void> {
  const approvedStatus = async () => {
    const upload = await findUpload(store, id);
    if (upload?.status === 'AWAITING_APPROVAL') {
      const payload = { comparedWith: upload.compared_release };
      await served.call('ADMIN', { method: 'POST', url: `/api/uploads/${id}/approve`, payload });
    }
    return upload?.status;
  };
  await expect.poll(approvedStatus).toBe('COMPLETED');
}

const fingerprintOf = async ({ warehouse, store }: Installation) =>
  releaseFingerprint(warehouse, await currentRelease(store));

const monthsOf = (files: readonly MonthFile[]) =>
  [...new Set(files.map(({ month }) => month))].toSorted();

async function byCommand(files: readonly MonthFile[]) {
  const installation = await newInstallation();
  cleaning.push(() => installation.close());
  const folder = await mkdtemp(join(tmpdir(), 'caged-same-'));
  cleaning.push(() => rm(folder, { recursive: true }));
  const paths = files.map(({ name }) => join(folder, name));
  await Promise.all(files.map(({ name, content }) => writeFile(join(folder, name), content)));
  await installation.load(...paths);
  expect((await currentRelease(installation.store)).files).toHaveLength(files.length);
  return fingerprintOf(installation);
}

/** One upload per month, newest first: the order must not matter. */
async function byForm(files: readonly MonthFile[]) {
  const { installation, served } = await startProduct();
  for (const month of monthsOf(files).toReversed()) {
    const parts = files
      .filter((file) => file.month === month)
      .map(({ name, content }) => ({
        name: `${name
          .slice(name.search(/MOV|FOR|EXC/))
          .slice(0, 3)
          .toLowerCase()}File`,
        value: content,
        filename: name,
      }));
    const answer = await served.call('ADMIN', {
      method: 'POST',
      url: '/api/caged/upload',
      ...multipart([{ name: 'competencia', value: month }, ...parts]),
    });
    expect(answer.statusCode).toBe(202);
    await ended(installation, served, UploadReceived.parse(answer.json()).uploadId);
  }
  return fingerprintOf(installation);
}

async function inPieces(files: readonly MonthFile[]) {
  const { installation, served } = await startProduct();
  const site = await served.app.listen({ port: 0, host: '127.0.0.1' });
  const cookie = await served.cookie('ADMIN');
  const ids = await Promise.all(files.map((file) => sendInPieces(site, cookie, file)));
  const answer = await fetch(`${site}/api/resumable/finish`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ files: ids.map((id) => ({ id })) }),
  });
  expect(answer.status).toBe(202);
  await ended(installation, served, UploadReceived.parse(await answer.json()).uploadId);
  return fingerprintOf(installation);
}

function sendInPieces(site: string, cookie: string, { name, content }: MonthFile): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const upload = new Upload(content, {
    endpoint: `${site}/api/resumable`,
    headers: { cookie },
    chunkSize: Math.ceil(content.length / 3),
    metadata: { filename: name, sha256: createHash('sha256').update(content).digest('hex') },
    onError: reject,
    onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
  });
  upload.start();
  return promise;
}

async function fromSource(start: () => Promise<TestServer>, files: readonly MonthFile[]) {
  const server = await start();
  cleaning.push(async () => {
    await server.stop();
    server.clean();
  });
  const modifiedAt = new Date('2023-10-01T12:00:00Z');
  for (const { name, month, content } of files) {
    server.put(`${month.slice(0, 4)}/${month}/${name}`, { content, modifiedAt });
  }
  const { installation, served } = await startProduct({
    source: openSource(server.address, server.options),
  });
  const answer = await served.call('ADMIN', {
    method: 'POST',
    url: '/api/admin/source/load',
    payload: { months: monthsOf(files) },
  });
  const { uploads } = LoadedFromSource.parse(answer.json());
  expect(uploads).toHaveLength(monthsOf(files).length);
  for (const { id } of uploads) await ended(installation, served, id);
  return fingerprintOf(installation);
}

const sources = [
  ['a folder', folderServer],
  ["MTE's FTP", ftpServer],
  ['the web', webServer],
  ['a bucket', bucketServer],
  ['a Drive folder', driveServer],
] as const;
type Source = (typeof sources)[number];

const official: readonly MonthFile[] = await Promise.all(
  officialFiles.map(async (path) => ({
    name: basename(path).replace('amostra-', ''),
    month: /\d{6}/.exec(path)?.[0] ?? '',
    content: await readFile(path),
  })),
);
type FileSet = readonly [name: string, files: readonly MonthFile[], from: readonly Source[]];
// A source delivers bytes, whatever their content: the ministry's server stands in for all with the official files.
const sets: readonly FileSet[] = [
  ['files written here', generated, sources],
  ...(official.length > 0
    ? [['the official files', official, sources.filter(([name]) => name === "MTE's FTP")] as const]
    : []),
];

describe.each(sets)('%s', (_, files, from) => {
  let expected: Awaited<ReturnType<typeof byCommand>>;
  beforeAll(async () => {
    expected = await byCommand(files);
    await cleanUp();
    expect(expected.lines).toBeGreaterThan(0);
    expect(expected.exclusions).toBeGreaterThan(0);
  });

  test('make the same release by the form, month by month and backwards', async () => {
    expect(await byForm(files)).toEqual(expected);
  });

  test('make the same release in pieces, all at once', async () => {
    expect(await inPieces(files)).toEqual(expected);
  });

  test.each([...from])('make the same release from %s', async (_kind, start) => {
    expect(await fromSource(start, files)).toEqual(expected);
  });
});

test('a digest distinguishes releases that differ by one copy of a line, or by one cent', async () => {
  const digests = new Set<string>();
  for (const lines of [[{}], [{}, {}], [{}, {}, {}], [{ salary: '1500,01' }]]) {
    const content = Buffer.from(officialText('MOV', lines));
    const month = { name: 'CAGEDMOV202307.txt', month: '202307', content };
    digests.add((await byCommand([month])).digest);
    await cleanUp();
  }
  expect(digests.size).toBe(4);
});

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { Failure } from '../../shared/contracts/failure.ts';
import { officialFile } from '../support/official-file.ts';
import { embeddedProcess, signIn } from '../support/processes.ts';

const openFiles = 1_024;
const folder = mkdtempSync(join(tmpdir(), 'caged-files-'));
// On a busy machine the searches outlast the usual limit, which would close the idle connections and free their files.
const product = embeddedProcess(folder, `-n ${openFiles}`, { SLOW_REQUEST_SECONDS: '600' });
afterAll(async () => {
  await product.stop('SIGKILL');
  rmSync(folder, { recursive: true });
});

test('without free file descriptors users see the reason, and afterwards everything works', async () => {
  await product.start();
  const cookie = await signIn(product.origin);
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const search = searchBy(agent, cookie);
  const searches = (first: number) =>
    Promise.all(Array.from({ length: 100 }, (_, index) => search(first + index)));
  expect((await searches(1)).every(({ status }) => status === 200)).toBe(true);

  const idle = await fillWithConnections(product.origin);
  const results = await searches(1_000);
  for (const { status, body } of results) {
    if (status !== 200) expect([status, Failure.parse(body).code]).toEqual([503, 'out_of_files']);
  }
  const got = getBy(agent, cookie);
  // A search reads files that are open; an export and a script need another one, and a page none.
  const script = `/assets/${readdirSync('dist/client/assets').find((name) => name.endsWith('.js'))}`;
  for (const path of ['/api/search/records.csv', script]) {
    const { status, body } = await got(path);
    expect([path, status, Failure.parse(JSON.parse(body)).code]).toEqual([
      path,
      503,
      'out_of_files',
    ]);
  }
  expect((await got('/privacy')).status).toBe(200);
  for (const socket of idle) socket.destroy();
  expect(product.isRunning()).toBe(true);
  await expect
    .poll(async () => (await searches(2_000)).every(({ status }) => status === 200))
    .toBe(true);
  expect((await got(script)).status).toBe(200);
  agent.destroy();
});

test('300 clients at once open a socket each; afterwards only threads of the engine have more files open', async () => {
  const cookie = await signIn(product.origin);
  const before = openFilesOf(product.processId());
  const agent = new Agent({ keepAlive: true, maxSockets: 300 });
  const search = searchBy(agent, cookie);
  const searches = Promise.all(Array.from({ length: 900 }, (_, index) => search(3_000 + index)));
  const most: number[] = [];
  const watching = setInterval(() => {
    const { others, ofThreads } = openFilesOf(product.processId());
    most.push(others + ofThreads);
  }, 100);
  for (const { status } of await searches) expect([200, 503]).toContain(status);
  clearInterval(watching);
  expect(Math.max(...most)).toBeLessThan(600);
  agent.destroy();
  await expect
    .poll(() => openFilesOf(product.processId()).others, { timeout: 20_000 })
    .toBeLessThan(before.others + 20);
});

/** Without the steps that a start prints on a slow machine. */
const errorLinesOf = (refused: { written: () => string }) =>
  refused
    .written()
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('{"level":30,'));

test('a start that may open too few files says in one line how many it needs', async () => {
  const refused = embeddedProcess(join(folder, 'refused'), '-n 256');
  await expect(refused.start()).rejects.toThrow(
    'O limite de arquivos abertos deste processo é 256, e este sistema precisa de pelo menos 1024',
  );
  expect(errorLinesOf(refused)).toHaveLength(1);
});

test('a start whose memory limit keeps the embedded engine out says in one line what to do', async () => {
  const refused = embeddedProcess(join(folder, 'refused'), '-v 3000000');
  await expect(refused.start()).rejects.toThrow(
    /O banco de dados embutido não funciona neste computador .*failed to load native binding.*ulimit -v/,
  );
  expect(errorLinesOf(refused)).toHaveLength(1);
});

test('an import that may open too few files says so in one line', async () => {
  const path = await officialFile('CAGEDMOV202307.txt', 'MOV', [{}]);
  const script = join(import.meta.dirname, '../../server/process/command/main.mjs');
  const limited = `ulimit -n 64; exec "${process.execPath}" "${script}" import "${path}"`;
  const env = { ...process.env, DATA_DIR: join(folder, 'import') };
  const failed = await promisify(execFile)('bash', ['-c', limited], { env }).catch(
    (error: unknown) => error,
  );
  expect(failed).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('O limite de arquivos abertos deste processo é 64'),
  });
});

const searchBy = (agent: Agent, cookie: string) => async (salarioMin: number) => {
  const body = JSON.stringify({ filters: { salarioMin } });
  const headers = { 'content-type': 'application/json', cookie };
  const sent = request(`${product.origin}/api/search`, { agent, method: 'POST', headers });
  const [answer] = await once(sent.end(body), 'response');
  return { status: answer.statusCode, body: await json(answer) };
};

const getBy = (agent: Agent, cookie: string) => async (path: string) => {
  const sent = request(`${product.origin}${path}`, { agent, headers: { cookie } });
  const [answer] = await once(sent.end(), 'response');
  return { status: answer.statusCode, body: await text(answer) };
};

/** Open files of a process. Each thread of the engine that has run keeps three files of `/proc` open. */
function openFilesOf(id: number): { ofThreads: number; others: number } {
  const paths = readdirSync(`/proc/${id}/fd`).flatMap((name) => {
    try {
      return [readlinkSync(`/proc/${id}/fd/${name}`)];
    } catch {
      return [];
    }
  });
  const ofThreads = paths.filter((path) => /^\/proc\/\d+\/task\//.test(path)).length;
  return { ofThreads, others: paths.length - ofThreads };
}

/** Idle connections, until the process accepts no more. */
async function fillWithConnections(origin: string): Promise<Socket[]> {
  const { hostname, port } = new URL(origin);
  const sockets: Socket[] = [];
  const full = new AbortController();
  while (!full.signal.aborted && sockets.length < openFiles) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.on('close', () => full.abort());
    sockets.push(socket);
    await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  }
  await sleep(300);
  return sockets;
}

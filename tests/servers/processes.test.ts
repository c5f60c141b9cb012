import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HealthAnswer } from '../../shared/contracts/overview.ts';
import { MinimumWageTable } from '../../shared/contracts/settings.ts';
import { Report } from '../../shared/contracts/reports.ts';
import { SearchAnswer } from '../../shared/contracts/search.ts';
import {
  ActiveUploads,
  endedStatuses,
  Upload,
  UploadReceived,
} from '../../shared/contracts/uploads.ts';
import { bucketServer, type TestBucket } from '../support/source-servers/bucket-server.ts';
import { approveWaiting } from '../support/approve-waiting.ts';
import { openStore, type Store } from '../../server/platform/store/store.ts';
import { officialText } from '../support/official-file.ts';
import {
  openFleet,
  sendJson,
  signIn,
  type Fleet,
  type ProductProcess,
} from '../support/processes.ts';
import { restartUnderLoad } from '../support/restarts.ts';

// Two web processes and workers, on one PostgreSQL, one ClickHouse and one bucket. The web processes share a folder for
// resumable uploads, and each worker has a separate disk.
let bucket: TestBucket;
let fleet: Fleet;
let store: Store;
let one: ProductProcess;
let other: ProductProcess;
let worker: ProductProcess;
let nextWorker: ProductProcess;
let cookie: string;
const ending = new AbortController();
let approving: Promise<void>;

beforeAll(async () => {
  bucket = await bucketServer();
  fleet = await openFleet({ FILES_URL: bucket.address, PRECOMPUTED_OCCUPATIONS: '0' });
  one = fleet.process('web');
  other = fleet.process('web');
  worker = fleet.process('worker', { DATA_DIR: join(fleet.dataDir, 'worker') });
  nextWorker = fleet.process('worker', { DATA_DIR: join(fleet.dataDir, 'next') });
  // Concurrently: the databases are empty, and one of the processes prepares them.
  await Promise.all([one.start(), other.start(), worker.start()]);
  store = await openStore({ databaseUrl: fleet.databaseUrl, dataDir: fleet.dataDir });
  cookie = await signIn(one.origin);
  approving = approveWaiting(store, ending.signal);
});
afterAll(async () => {
  ending.abort();
  await approving;
  await store.close();
  await fleet.close();
  await bucket.stop();
});

const get = (process: ProductProcess, path: string) =>
  fetch(`${process.origin}${path}`, { headers: { cookie } });

function month(competencia: string, lines: number): Buffer {
  const [header, line] = officialText('MOV', [
    { month: competencia, declared_month: competencia },
  ]).split('\r\n');
  return Buffer.from(`${header}\r\n${`${line}\r\n`.repeat(lines)}`);
}

/** Sends a month in two chunks, each to another process, and queues it; returns the upload's id. */
async function send(competencia: string, content: Buffer): Promise<string> {
  const tus = { cookie, 'tus-resumable': '1.0.0' };
  const name = Buffer.from(`CAGEDMOV${competencia}.txt`).toString('base64');
  const created = await fetch(`${one.origin}/api/resumable`, {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': `${content.length}`,
      'upload-metadata': `filename ${name}`,
    },
  });
  const path = created.headers.get('location') ?? '';
  const half = Math.floor(content.length / 2);
  for (const [process, from, to] of [
    [one, 0, half],
    [other, half, content.length],
  ] as const) {
    const headers = {
      'upload-offset': `${from}`,
      'content-type': 'application/offset+octet-stream',
    };
    const answer = await fetch(`${process.origin}${path}`, {
      method: 'PATCH',
      headers: { ...tus, ...headers },
      body: new Uint8Array(content.subarray(from, to)),
    });
    expect([answer.status, answer.headers.get('upload-offset')]).toEqual([204, `${to}`]);
  }
  const files = [{ id: path.split('/').at(-1) }];
  const finished = await sendJson(`${one.origin}/api/resumable/finish`, cookie, { files });
  return UploadReceived.parse(await finished.json()).uploadId;
}

const Streamed = ActiveUploads.or(Upload);

/** Every state of an upload that a process streams until it has ended. */
async function followed(process: ProductProcess, id: string): Promise<Upload[]> {
  const leaving = new AbortController();
  const { signal } = leaving;
  const { body } = await fetch(`${process.origin}/api/uploads/events`, {
    headers: { cookie },
    signal,
  });
  const states: Upload[] = [];
  let text = '';
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk).toString();
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      const uploads = data === undefined ? [] : [Streamed.parse(JSON.parse(data))].flat();
      states.push(...uploads.filter((upload) => upload.id === id));
    }
    const last = states.at(-1);
    if (last !== undefined && endedStatuses.has(last.status)) break;
  }
  leaving.abort();
  return states;
}

async function searched(process: ProductProcess, competencia: string): Promise<SearchAnswer> {
  const filters = { periodoInicio: competencia, periodoFim: competencia };
  const answer = await sendJson(`${process.origin}/api/search`, cookie, { filters });
  return SearchAnswer.parse(await answer.json());
}

const rowOf = (id: string) =>
  store.db
    .selectFrom('uploads')
    .innerJoin('upload_files', 'upload_files.upload_id', 'uploads.id')
    .select(['uploads.status', 'uploads.worker', 'uploads.release', 'upload_files.step'])
    .where('uploads.id', '=', id)
    .executeTakeFirstOrThrow();

const untilReading = (id: string) =>
  expect.poll(async () => (await rowOf(id)).step, { interval: 5 }).toBe('ler');

test('a session opened on one process works on the other, and ends on both', async () => {
  const session = await signIn(one.origin);
  const user = () => fetch(`${other.origin}/api/user`, { headers: { cookie: session } });
  expect(await (await user()).json()).toMatchObject({ role: 'ADMIN' });
  await fetch(`${one.origin}/api/logout`, { headers: { cookie: session }, redirect: 'manual' });
  expect((await user()).status).toBe(401);
});

test('a worker reports its state and nothing else', async () => {
  const health = HealthAnswer.parse(await (await fetch(`${worker.origin}/api/health`)).json());
  expect(health.parts).toContainEqual({
    part: 'files',
    label: 'Armazenamento de arquivos',
    status: 'ok',
    message: null,
  });
  expect((await get(worker, '/api/user')).status).toBe(404);
  expect((await fetch(`${worker.origin}/login`)).status).toBe(404);
});

test('a load sent to both processes shows its progress on either', async () => {
  const id = await send('202602', month('202602', 30_000));
  const [states, others] = await Promise.all([followed(one, id), followed(other, id)]);
  for (const results of [states, others]) {
    expect(results.length).toBeGreaterThan(1);
    expect(results.at(-1)).toMatchObject({ status: 'COMPLETED', release: 1 });
  }
  expect((await searched(other, '202602')).totalCount).toBe(30_000);
});

test('a minimum wage imported on one is in the next answer of the other', async () => {
  expect((await searched(other, '202602')).method.minimumWage?.centavos).toBe(162_100);
  const periods = [{ from: '202602', value: 1700, source: 'Decreto de teste' }];
  const url = `${one.origin}/api/admin/minimum-wage`;
  expect((await sendJson(url, cookie, { periods }, 'PUT')).status).toBe(200);
  expect((await searched(other, '202602')).method.minimumWage?.centavos).toBe(170_000);
  const table = async () =>
    MinimumWageTable.parse(await (await get(other, '/api/reference/minimum-wage')).json());
  await expect.poll(async () => (await table())[0]?.value).toBe(1700);
});

test('a report requested from one process is made by the worker and downloaded from the other', async () => {
  const requested = { type: 'CSV', filters: { periodoInicio: '202602', periodoFim: '202602' } };
  const answer = await sendJson(`${one.origin}/api/reports`, cookie, requested);
  const { id } = Report.parse(await answer.json());
  const report = async () => Report.parse(await (await get(other, `/api/reports/${id}`)).json());
  await expect.poll(async () => (await report()).status).toBe('COMPLETED');
  const document = await (await get(other, `/api/reports/${id}/download`)).text();
  expect(document.trim().split('\n').length).toBeGreaterThan(30_000);
  expect([...bucket.files.keys()].filter((key) => key.includes('/reports/'))).toHaveLength(1);
});

test('a worker killed in mid-load is taken over by another, and the release is whole', async () => {
  const id = await send('202307', month('202307', 150_000));
  await untilReading(id);
  await worker.stop('SIGKILL');
  expect(await rowOf(id)).toMatchObject({ status: 'PROCESSING', release: null });
  await nextWorker.start();
  const last = (await followed(other, id)).at(-1);
  expect(last).toMatchObject({ status: 'COMPLETED', release: 2 });
  expect(last?.files[0]).toMatchObject({ accepted: 150_000, rejected: 0 });
  const { totalCount, statistics } = await searched(one, '202307');
  expect([totalCount, statistics.count, statistics.median]).toEqual([150_000, 150_000, 1500]);
});

test('a stopping worker returns its load to the queue at once', async () => {
  const id = await send('202308', month('202308', 150_000));
  await untilReading(id);
  expect(await nextWorker.stop('SIGTERM')).toBe(0);
  expect(await rowOf(id)).toMatchObject({ status: 'PENDING', worker: null, release: null });
  await worker.start();
  const states = await followed(one, id);
  expect(states.at(-1)).toMatchObject({ status: 'COMPLETED', release: 3 });
  expect((await searched(other, '202308')).totalCount).toBe(150_000);
});

test('restarts under load lose nothing that was acknowledged and show no error but 503', async () => {
  const plan = {
    webs: [one, other],
    workers: [worker],
    restarts: 2,
    pauseMs: 300,
    uploadEveryMs: 2_500,
    saveEveryMs: 300,
  };
  // A stopping server closes its event streams cleanly, and clients reconnect to another process.
  const events = (await get(one, '/api/uploads/events')).text();
  const run = await restartUnderLoad(plan);
  expect(await events).toContain('event: uploads');
  expect(run).toMatchObject({ lastWords: [], errors: [], wrong: [], lost: [], exitCodes: [0] });
  // Loaded files are in the warehouse, and no longer in the bucket. A process killed while it receives a file leaves a
  // folder that no upload names, which the daily sweep removes.
  const rows = await store.db.selectFrom('upload_files').select('path').execute();
  const folders = new Set(rows.map(({ path }) => basename(dirname(path))));
  await expect
    .poll(() => [...bucket.files.keys()].filter((key) => folders.has(basename(dirname(key)))))
    .toEqual([]);
  expect(Math.min(run.searches, run.saves, run.uploads)).toBeGreaterThan(1);
});

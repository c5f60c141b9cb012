import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Upload, UploadsPage } from '../../../shared/contracts/uploads.ts';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialText } from '../../../tests/support/official-file.ts';
import { multipart, serve, type Served } from '../../../tests/support/served.ts';

let installation: Installation;
let served: Served;
let address: string;
beforeAll(async () => {
  installation = await newInstallation();
  served = await serve(installation);
  await served.cookie('ADMIN');
  address = await served.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await served.close();
  await installation.close();
});

interface Parsed {
  readonly event: string;
  readonly data: unknown;
}

/** Reads a stream of events until `isEnough`. */
async function follow(path: string, isEnough: (results: readonly Parsed[]) => boolean) {
  const leaving = new AbortController();
  const response = await fetch(`${address}${path}`, {
    headers: { cookie: await served.cookie('ADMIN') },
    signal: leaving.signal,
  });
  const results: Parsed[] = [];
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (event !== undefined) results.push({ event, data: JSON.parse(data ?? 'null') });
    }
    if (isEnough(results)) break;
  }
  leaving.abort();
  return { response, results };
}

async function open(role: 'ADMIN' | 'CLIENT', path: string) {
  const leaving = new AbortController();
  const headers = { cookie: await served.cookie(role) };
  const response = await fetch(`${address}${path}`, { headers, signal: leaving.signal });
  return { response, leave: () => leaving.abort() };
}

const lines = (count: number) =>
  officialText(
    'MOV',
    Array.from({ length: count }, () => ({})),
  );
async function send(count: number): Promise<string> {
  const response = await served.call('ADMIN', {
    method: 'POST',
    url: '/api/caged/upload',
    ...multipart([
      { name: 'competencia', value: '202307' },
      { name: 'movFile', value: lines(count), filename: 'CAGEDMOV202307.txt' },
    ]),
  });
  return response.json().uploadId;
}

const hasEnded = ({ data }: Parsed) => Upload.safeParse(data).data?.status === 'COMPLETED';

describe('following uploads', () => {
  test('all are reported, those that begin later and their ends too', async () => {
    const following = follow(
      '/api/uploads/events',
      (results) => results.filter(hasEnded).length > 1,
    );
    await send(2000);
    // Few enough new lines that the month does not wait for approval.
    const id = await send(2005);
    const { response, results } = await following;
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(response.headers.get('content-security-policy')).toBeTruthy();
    expect(results[0]?.event).toBe('uploads');
    const states = results.flatMap(({ data }) => Upload.safeParse(data).data ?? []);
    const last = states.filter((upload) => upload.id === id).at(-1);
    expect(last).toMatchObject({ status: 'COMPLETED', canCancel: false });
    const times = last?.files[0]?.stepTimes ?? {};
    expect(Object.keys(times)).toEqual(expect.arrayContaining(['ler', 'validar', 'publicar']));
  });

  test('is for ten streams of a person at once, and again when one has ended', async () => {
    for (const path of ['/api/uploads/events', '/api/reports/events']) {
      const streams = await Promise.all(Array.from({ length: 10 }, () => open('ADMIN', path)));
      expect(streams.map(({ response }) => response.status)).toEqual(Array(10).fill(200));
      const { response } = await open('ADMIN', path);
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, '30']);
      expect(await response.json()).toEqual({
        message: expect.stringContaining('Feche alguns'),
        code: 'too_many_streams',
      });
      streams.pop()?.leave();
      await expect
        .poll(async () => {
          const again = await open('ADMIN', path);
          again.leave();
          return again.response.status;
        })
        .toBe(200);
      for (const { leave } of streams) leave();
    }
    const other = await open('CLIENT', '/api/reports/events');
    expect(other.response.status).toBe(200);
    other.leave();
  });

  test('is for administrators', async () => {
    expect((await served.call('CLIENT', { url: '/api/uploads/events' })).statusCode).toBe(403);
  });
});

test('the list has pages and can be narrowed to a state', async () => {
  const page = async (query: string) =>
    UploadsPage.parse((await served.call('ADMIN', { url: `/api/uploads${query}` })).json());
  const first = await page('?pageSize=1');
  expect(first.total).toBe(2);
  expect(first.uploads).toHaveLength(1);
  expect(first.uploads[0]).toMatchObject({ origin: 'web', createdBy: { name: 'Pessoa ADMIN' } });
  expect((await page('?page=2&pageSize=1')).uploads[0]?.id).not.toBe(first.uploads[0]?.id);
  expect((await page('?status=FAILED')).uploads).toEqual([]);
  expect((await served.call('ADMIN', { url: '/api/uploads?status=x' })).statusCode).toBe(400);
});

test('an act that does not fit the state answers 409 and is not recorded', async () => {
  const { uploads } = (await served.call('ADMIN', { url: '/api/uploads' })).json();
  for (const [act, payload] of [
    ['cancel'],
    ['retry'],
    ['approve', { comparedWith: null }],
  ] as const) {
    const url = `/api/uploads/${uploads[0].id}/${act}`;
    const response = await served.call('ADMIN', {
      method: 'POST',
      url,
      ...(payload !== undefined && { payload }),
    });
    expect(response.statusCode, act).toBe(409);
  }
  const acts = await installation.store.db.selectFrom('audit_log').selectAll().execute();
  expect(new Set(acts.map(({ action }) => action))).toEqual(new Set(['upload.received']));
});

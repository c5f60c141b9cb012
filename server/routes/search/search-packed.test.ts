import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onlyMember } from '../../../tests/support/gzip-member.ts';
import { openResearch, type Research, type Researcher } from '../../../tests/support/research.ts';

let research: Research;
let ana: Researcher;
let address: string;
const agent = new Agent({ keepAlive: true });
const gzip = { 'accept-encoding': 'gzip, deflate, br, zstd' };

beforeAll(async () => {
  research = await openResearch({});
  ana = await research.person('CLIENT');
  // Enough distinct salaries for a response of some 220 KB.
  await research.publish(
    Array.from({ length: 20_000 }, (_, line) => `${1500 + line},${(line % 89) + 10}`),
  );
  address = await research.served.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  agent.destroy();
  await research.close();
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  /** The raw bytes from the network. */
  readonly body: Buffer;
}

function search(headers: Record<string, string>, filters: object = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(`${address}/api/search`, {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json', cookie: ana.cookie, ...headers },
    });
    call.on('error', reject);
    call.on('response', (answer) => {
      const { statusCode: status, headers: result } = answer;
      buffer(answer).then((body) => resolve({ status, headers: result, body }), reject);
    });
    call.end(JSON.stringify({ filters }));
  });
}

const plain = async (filters: object = {}) => (await search({}, filters)).body;

test.each([
  ['a large answer', {}],
  ['a small one', { salarioMin: 21_000 }],
  ['one without records', { uf: 'AC' }],
])(
  '%s comes as one gzip member, the first time and again, and is the same to the byte',
  async (_, filters) => {
    const [first, again] = [await search(gzip, filters), await search(gzip, filters)];
    const expected = await plain(filters);
    for (const { status, headers, body } of [first, again]) {
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'content-encoding': 'gzip',
        'content-length': String(body.length),
        'cache-control': 'no-store',
        vary: 'accept-encoding',
      });
      expect((await onlyMember(body)).equals(expected)).toBe(true);
    }
  },
);

test('a large response is sent in less than half of its bytes', async () => {
  const { body } = await search(gzip);
  const whole = await plain();
  expect(whole.length).toBeGreaterThan(200_000);
  expect(body.length).toBeLessThan(whole.length / 2);
  expect(JSON.parse(String(whole))).toMatchObject({
    totalCount: 20_000,
    receipt: { id: expect.any(String) },
  });
});

test('the fetch of the platform decompresses it', async () => {
  const answer = await fetch(`${address}/api/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: ana.cookie, ...gzip },
    body: JSON.stringify({ filters: {} }),
  });
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect(Buffer.from(await answer.arrayBuffer()).equals(await plain())).toBe(true);
});

test.each([
  [{ 'accept-encoding': 'identity' }],
  [{ 'accept-encoding': 'gzip;q=0' }],
  [{ 'accept-encoding': 'identity, gzip;q=0.5' }],
  [{ 'accept-encoding': 'gzip', 'x-no-compression': '1' }],
])('%j gets it unpacked', async (headers) => {
  const { headers: result, body } = await search(headers);
  expect(result['content-encoding']).toBeUndefined();
  expect(result['content-length']).toBe(String(body.length));
  expect(body.equals(await plain())).toBe(true);
});

test('a client that accepts only brotli gets brotli', async () => {
  const { headers, body } = await search({ 'accept-encoding': 'br, gzip;q=0' });
  expect(headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(body).equals(await plain())).toBe(true);
});

test('each of many simultaneous readers gets the company’s receipt and a history entry', async () => {
  const company = await research.company('Aurora Comércio');
  const people = await Promise.all(
    Array.from({ length: 40 }, () => research.person('CLIENT', company)),
  );
  const requested = { salarioMin: 21_400 };
  const receipts = await Promise.all(
    people.map(async (person) => (await person.search(requested)).receipt),
  );
  const [receipt] = receipts;
  expect(receipts).toEqual(people.map(() => receipt));
  const { receipt: ofAnother } = JSON.parse(String(await plain(requested)));
  expect(ofAnother.id).not.toBe(receipt?.id);
  for (const person of people) {
    const history = (await person.call('GET', '/api/history')).json();
    expect(history).toMatchObject([{ receipt, figures: { count: 100 } }]);
  }
});

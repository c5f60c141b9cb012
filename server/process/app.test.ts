import dns from 'node:dns';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { FastifyInstance } from 'fastify';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { z } from 'zod';
import { SearchRequest } from '../../shared/contracts/search.ts';
import { testStores } from '../../tests/support/stores.ts';
import { readConfig } from './installation/config.ts';
import { AppError } from '../platform/errors.ts';
import { createLogger } from './installation/log.ts';
import { routeTable } from '../routes/access/route-table.ts';
import { securityHeaders } from '../routes/http/security-headers.ts';
import type { Store } from '../platform/store/store.ts';
import { testApp } from '../../tests/support/test-app.ts';

const [sqlite] = testStores();
const clientDirectory = mkdtempSync(join(tmpdir(), 'caged-client-'));
const lines: string[] = [];
let store: Store;
let app: FastifyInstance;

const trials: FastifyPluginAsyncZod = async (routes) => {
  routes.post('/api/trial', { schema: { body: SearchRequest } }, async (request) => request.body);
  routes.get('/api/broken', async () => {
    throw Object.assign(new Error('senha do banco: segredo'), { password: 'segredo' });
  });
  routes.get('/api/full-disk', async () => {
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  });
  routes.get('/api/wrong-inside', async () => z.object({ segredo: z.string() }).parse({}));
  const answer = { 200: z.object({ count: z.number() }) };
  routes.get('/api/wrong-answer', { schema: { response: answer } }, async () =>
    JSON.parse('{"count":"many"}'),
  );
  routes.get('/api/busy', async () => {
    throw new AppError('busy', 503, 'O sistema está ocupado.', { retryAfterSeconds: 2 });
  });
  routes.get('/api/caller', async (request) => request.ip);
  routes.get('/api/large', async () => ({ text: 'a'.repeat(10_000) }));
  // More than the system buffers of one connection: 4 MiB by Linux's own limits, and the receiver's 6 MiB.
  routes.get('/api/file', async () => Readable.from(Array.from({ length: 32 }, () => mebibyte)));
};

const mebibyte = Buffer.alloc(2 ** 20);

const trialRoutes = Object.fromEntries(
  [
    'POST /api/trial',
    'GET /api/broken',
    'GET /api/full-disk',
    'GET /api/wrong-inside',
    'GET /api/wrong-answer',
    'GET /api/busy',
    'GET /api/caller',
    'GET /api/large',
    'GET /api/file',
  ].map((route) => [route, { access: 'anyone', cost: 'cheap' } as const]),
);

const build = (changes: Partial<Parameters<typeof testApp>[0]> = {}) =>
  testApp({
    store,
    clock: () => new Date('2026-08-01T12:00:00Z'),
    logger: createLogger({ write: (line) => lines.push(line) }),
    routes: [trials],
    table: { ...routeTable, ...trialRoutes },
    clientDirectory,
    ...changes,
  });

const from = async (remoteAddress: string, forwarded: string) => {
  const headers = { 'x-forwarded-for': forwarded };
  return (await app.inject({ url: '/api/caller', remoteAddress, headers })).body;
};

beforeAll(async () => {
  store = await sqlite.open();
  mkdirSync(join(clientDirectory, 'assets'));
  writeFileSync(join(clientDirectory, 'index.html'), '<!doctype html><title>CAGED</title>');
  writeFileSync(
    join(clientDirectory, 'assets', 'app-1a2b.js'),
    'export const a = 1;\n'.repeat(200),
  );
});
afterAll(() => rmSync(clientDirectory, { recursive: true }));
beforeEach(async () => {
  lines.length = 0;
  app = await build();
});
afterEach(() => app.close());

const post = (payload: string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/trial',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });

describe('a wrong request', () => {
  test.each([
    ['a value in a nested object', '{"filters":{"uf":"XYZ"}}', 'uf', /sigla do estado/],
    [
      'a value in a list',
      '{"filters":{"municipios":["a",""]}}',
      'municipios',
      /ao menos 1 caractere/,
    ],
    [
      'a field that does not exist',
      '{"filters":{"estado":"SP"}}',
      'estado',
      /Campo desconhecido: estado/,
    ],
    [
      'a field that does not exist at the top',
      '{"filters":{},"x":1}',
      'x',
      /Campo desconhecido: x/,
    ],
    ['a missing object', '{}', 'filters', /Preencha este campo/],
    ['a number out of bounds', '{"filters":{},"pageSize":201}', 'pageSize', /1 a 200 registros/],
    ['a wrong type', '{"filters":[]}', 'filters', /deve ser um objeto JSON/],
    [
      'a list for one value',
      '{"filters":{"cbo":["521110"]}}',
      'cbo',
      /Informe um só valor: um texto ou um número/,
    ],
    ['a text for a list', '{"filters":{"cbos":"521110"}}', 'cbos', /deve ser uma lista/],
  ])('%s is refused with the field and a Portuguese sentence', async (_, body, field, message) => {
    const answer = await post(body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      code: 'invalid_value',
      field,
      message: expect.stringMatching(message),
    });
  });

  test.each([
    ['malformed JSON', '{"filters":', 400, 'malformed_request'],
    ['an empty body', '', 400, 'malformed_request'],
    ['a poisoned prototype', '{"__proto__":{"a":1}}', 400, 'malformed_request'],
    ['a body that is too large', `"${'a'.repeat(1_100_000)}"`, 413, 'too_large'],
  ])('%s is refused without English', async (_, body, status, code) => {
    const answer = await post(body);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toEqual({
      code,
      message: expect.stringMatching(/^O (pedido|conteúdo) /),
    });
  });

  test('another content type is refused', async () => {
    const answer = await post('a=1', { 'content-type': 'application/x-www-form-urlencoded' });
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_media_type']);
  });

  test.each([
    ['GET', '/api/nothing'],
    ['GET', '/api'],
    ['POST', '/login'],
  ] as const)('%s %s, which does not exist, is a 404 in JSON', async (method, url) => {
    const answer = await app.inject({ method, url });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
  });

  test.each([
    ['DELETE', '/api/user', 'GET, HEAD'],
    ['GET', '/api/login', 'POST'],
  ] as const)(
    '%s %s, which has other methods, is a 405 that names them',
    async (method, url, allowed) => {
      const answer = await app.inject({ method, url });
      expect([answer.statusCode, answer.json().code, answer.headers['allow']]).toEqual([
        405,
        'wrong_method',
        allowed,
      ]);
    },
  );

  test('an address that cannot be decoded is refused in JSON', async () => {
    const answer = await app.inject('/api/%zz');
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      {
        message: 'O endereço está malformado: confira se foi copiado inteiro.',
        code: 'malformed_request',
      },
    ]);
  });
});

test('what never becomes a request is refused in Portuguese as well', async () => {
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const long = await fetch(`${address}/api/caller?q=${'a'.repeat(20_000)}`);
  expect([long.status, await long.json()]).toEqual([
    431,
    { message: expect.stringContaining('longos demais'), code: 'headers_too_large' },
  ]);
  const socket = connect(Number(new URL(address).port), '127.0.0.1').end('isto não é HTTP\r\n\r\n');
  const sentence = await text(socket);
  expect(sentence).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  for (const [name, value] of Object.entries(securityHeaders(false))) {
    expect(sentence).toContain(`\r\n${name}: ${value}\r\n`);
    expect(long.headers.get(name)).toBe(value);
  }
  expect(JSON.parse(sentence.slice(sentence.indexOf('{')))).toEqual({
    message: 'Não foi possível ler o pedido: o formato está errado.',
    code: 'malformed_request',
  });
});

test('what Node would refuse by itself carries the headers too: no host, two hosts, an unknown expectation', async () => {
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  const raw = async (sent: readonly string[]) =>
    text(connect(port, '127.0.0.1').end(`${sent.join('\r\n')}\r\nConnection: close\r\n\r\n`));
  const get = 'GET /api/caller HTTP/1.1';
  const host = 'Host: localhost';
  expect(await raw([get, host])).toMatch(/^HTTP\/1\.1 200 /);
  for (const [status, request] of [
    [400, [get]],
    [400, [get, host, 'Host: outro.example']],
    [400, [get, host, host]],
    [417, [get, host, 'Expect: uma-surpresa']],
    [405, ['TRACE /api/caller HTTP/1.1', host]],
  ] as const) {
    const response = await raw(request);
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    for (const [name, value] of Object.entries(securityHeaders(false))) {
      expect(response).toContain(`\r\n${name}: ${value}\r\n`);
    }
    expect(response).toContain('"message"');
  }
});

test('an address that cannot be decoded ends the connection, on which a body may follow', async () => {
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('POST /% HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nthe begin');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 [^]*connection: close/i);
});

test('a connection may send one request before the last response ends, and is closed at the next', async () => {
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  const sent = async (...paths: readonly string[]) => {
    const requests = [...paths, '/api/nada'].map(
      (path, place) =>
        `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${place === paths.length ? 'Connection: close\r\n' : ''}\r\n`,
    );
    const socket = connect(port, '127.0.0.1');
    socket.write(requests.join(''));
    const result = await text(socket).catch(() => '');
    return result.match(/HTTP\/1\.1 200 OK/g)?.length ?? 0;
  };
  expect(await sent('/api/large')).toBe(1);
  expect(await sent('/api/large', '/api/caller')).toBe(0);
});

test('a name of two addresses is listened to on both', async () => {
  const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
  const lookup = vi.spyOn(dns, 'lookup').mockImplementation((...given: unknown[]) => {
    const [name, found] = [given[0], given.at(-1)];
    const named = addresses.filter(({ address }) => name === 'localhost' || name === address);
    if (typeof found === 'function') found(null, named);
  });
  onTestFinished(() => lookup.mockRestore());
  await app.listen({ port: 0, host: 'localhost' });
  expect(app.addresses()).toContainEqual(expect.objectContaining({ address: '127.0.0.1' }));
  expect(app.addresses()).toContainEqual(expect.objectContaining({ address: '127.0.0.2' }));
});

test('a full disk is reported as one', async () => {
  const answer = await app.inject('/api/full-disk');
  expect([answer.statusCode, answer.json().code]).toEqual([507, 'sem_espaco']);
});

describe('an unforeseen failure', () => {
  test.each(['/api/broken', '/api/wrong-inside', '/api/wrong-answer'])(
    '%s reveals nothing internal',
    async (url) => {
      const answer = await app.inject(url);
      expect(answer.statusCode).toBe(500);
      const requestId = String(answer.headers['x-request-id']);
      expect(requestId).toMatch(/^[0-9a-f]{16}$/);
      expect(answer.json()).toEqual({
        code: 'unexpected',
        message: `Algo deu errado do nosso lado. Tente de novo em instantes. Se continuar, informe o código ${requestId}.`,
        requestId,
      });
    },
  );

  test('is logged whole, without passwords, cookies and queries', async () => {
    await app.inject({
      url: '/api/broken?token=xyz',
      headers: { cookie: 'caged_session=xyz', authorization: 'Bearer xyz' },
    });
    const failure = lines.find((line) => line.includes('request failed')) ?? '';
    expect(JSON.parse(failure).err).toMatchObject({
      message: 'senha do banco: segredo',
      password: '[oculto]',
      stack: expect.stringContaining('app.test.ts'),
    });
    // A random identifier is hexadecimal and never contains these letters by chance.
    expect(lines.join('')).not.toContain('xyz');
  });
});

test('an answer of being busy is a warning without a stack, not a failure', async () => {
  lines.length = 0;
  const answer = await app.inject('/api/busy');
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, code: 'busy', status: 503 });
  expect(lines[0]).not.toContain('stack');
});

describe('a page of another site', () => {
  test.each([
    ['its origin', { origin: 'https://outro.example' }],
    ['an origin without a name', { origin: 'null' }],
    ['the same name on another port', { origin: 'http://localhost:8080' }],
    ['a foreign fetch without origin', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }],
  ])('cannot change anything: %s', async (_, headers) => {
    const answer = await post('{"filters":{}}', { host: 'localhost:3000', ...headers });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'foreign_origin']);
  });

  test.each([
    ['no browser', {}],
    ['the same origin', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }],
    ['the same origin, not named', { 'sec-fetch-site': 'same-origin' }],
  ])('is not what these are: %s', async (_, headers) => {
    const answer = await post('{"filters":{}}', { host: 'localhost:3000', ...headers });
    expect(answer.statusCode).toBe(200);
  });

  test('is not one of the public address, whatever host name the proxy sends', async () => {
    await app.close();
    app = await build({ config: { publicUrl: 'https://caged.example' } });
    const headers = { host: 'inside:3000', origin: 'https://caged.example' };
    expect((await post('{"filters":{}}', headers)).statusCode).toBe(200);
    const other = { host: 'inside:3000', origin: 'http://caged.example' };
    expect((await post('{"filters":{}}', other)).statusCode).toBe(403);
  });
});

describe('the address of a caller', () => {
  test('is the one that a trusted proxy sends, and else that of the connection', async () => {
    await app.close();
    const publicUrl = 'https://caged.example';
    const { trustedProxies } = readConfig({
      PUBLIC_URL: publicUrl,
      TRUSTED_PROXIES: '10.0.0.0/24, 172.16.0.9',
    });
    app = await build({ config: { publicUrl, trustedProxies } });
    expect(await from('10.0.0.7', '203.0.113.5')).toBe('203.0.113.5');
    expect(await from('10.0.0.7', '198.51.100.1, 203.0.113.5, 172.16.0.9')).toBe('203.0.113.5');
    expect(await from('10.0.1.7', '203.0.113.5')).toBe('10.0.1.7');
    expect(await from('127.0.0.1', '203.0.113.5')).toBe('127.0.0.1');
  });

  test('is not accepted from other headers if there is no public address', async () => {
    expect(await from('127.0.0.1', '203.0.113.5')).toBe('127.0.0.1');
  });
});

describe('what goes over the wire', () => {
  test.each(['br', 'gzip'])('is compressed with %s, JSON and files', async (encoding) => {
    for (const url of ['/api/large', '/assets/app-1a2b.js']) {
      const answer = await app.inject({ url, headers: { 'accept-encoding': encoding } });
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(answer.rawPayload.length).toBeLessThan(1000);
    }
  });

  test('carries a policy without inline scripts and styles, and forces https only over https', async () => {
    const plain = await app.inject('/');
    const policy = String(plain.headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("style-src-attr 'none';");
    expect(policy).toContain("base-uri 'none';");
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(plain.headers['strict-transport-security']).toBeUndefined();

    await app.close();
    app = await build({ config: { publicUrl: 'https://caged.example' } });
    const secure = await app.inject('/');
    expect(secure.headers['content-security-policy']).toContain('upgrade-insecure-requests');
    expect(secure.headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
  });

  test('is stored by no cache when it comes from the API', async () => {
    for (const path of ['/api/large', '/%61pi/large', '/api/nowhere'])
      expect((await app.inject(path)).headers['cache-control']).toBe('no-store');
  });
});

test('every response carries the headers, also for unknown routes', async () => {
  const headers = {
    'content-security-policy': expect.stringMatching(
      /^default-src 'self';.*;frame-ancestors 'none'$/,
    ),
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
  for (const url of ['/', '/api/caller', '/api/nothing', '/api/%zz', '/api/broken']) {
    expect((await app.inject(url)).headers).toMatchObject(headers);
  }
  const foreign = await app.inject({ url: '/api/caller', headers: { host: 'outro.example' } });
  expect([foreign.statusCode, foreign.headers]).toMatchObject([421, headers]);
});

const answered = async (host: string) =>
  (await app.inject({ url: '/api/caller', headers: { host } })).statusCode;

describe('without a public address', () => {
  test('only the names of this machine are answered to', async () => {
    for (const host of [
      'localhost:3000',
      '127.0.0.1:3000',
      '127.8.9.1',
      '[::1]:3000',
      'LOCALHOST',
    ]) {
      expect([host, await answered(host)]).toEqual([host, 200]);
    }
    for (const host of ['outro.example', 'localhost.outro.example', '10.9.8.7:3000', 'a b']) {
      expect([host, await answered(host)]).toEqual([host, 421]);
    }
    const refused = await app.inject({ url: '/api/caller', headers: { host: 'outro.example' } });
    expect(refused.json()).toEqual({
      code: 'unknown_host',
      message: expect.stringMatching(/^Este endereço não é o deste sistema\..*PUBLIC_URL/),
    });
  });

  test('the bound address is one of them; bound to every address, all of the machine are', async () => {
    await app.close();
    app = await build({ config: { host: 'caged-1.interno' } });
    expect(await answered('caged-1.interno:3000')).toBe(200);
    expect(await answered('caged-2.interno:3000')).toBe(421);
    await app.close();
    app = await build({ config: { host: '0.0.0.0' } });
    const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
    expect(addresses.length).toBeGreaterThan(0);
    for (const { address, family } of addresses) {
      expect(await answered(family === 'IPv6' ? `[${address}]` : address)).toBe(200);
    }
    expect(await answered('203.0.113.9')).toBe(421);
    expect(await answered('outro.example')).toBe(421);
  });
});

describe('a request that stops coming', () => {
  const head = 'POST /api/trial HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
  const opened = async (begin: string): Promise<Socket> => {
    const { port } = new URL(address);
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(begin);
    return socket;
  };
  let address: string;
  const listen = async (slowRequestSeconds: number) => {
    await app.close();
    app = await build({ config: { slowRequestSeconds } });
    address = await app.listen({ port: 0, host: '127.0.0.1' });
  };

  test('may take as long as the longest time that the configuration allows', async () => {
    await listen(600);
    expect(app.server).toMatchObject({ headersTimeout: 600_000, requestTimeout: 0 });
  });

  /** Sends a request piece by piece, for longer than a server that closes after 8 s waits without any. */
  const sentSlowly = async (): Promise<string> => {
    const body = JSON.stringify({ filters: {} }).padEnd(12_000);
    const socket = await opened(
      `${head}connection: close\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    const result = text(socket);
    for (let at = 0; at < body.length; at += 1000) {
      socket.write(body.slice(at, at + 1000));
      await setTimeout(800);
    }
    return result;
  };

  test('ends: two hundred requests without complete headers or bodies do not block others', async () => {
    // All of them, and the client after them, connect before the first one's time is over, also on a busy machine.
    await listen(8);
    // A request that goes on coming is answered, whatever it takes.
    const slow = sentSlowly();
    const begins = [
      `${head}content-length: 1000\r\n\r\n`,
      `${head}content-length: 1000\r\n\r\n{"filters"`,
      `${head}transfer-encoding: chunked\r\n\r\n5\r\n{"fil\r\n`,
      'POST /api/trial HTTP/1.1\r\nhost: loc',
      '',
    ];
    const held = Array.from({ length: 200 }, (_, index) => begins[index % begins.length] ?? '');
    const sockets = await Promise.all(held.map(opened));
    expect((await fetch(`${address}/api/caller`)).status).toBe(200);
    const texts = await Promise.all(sockets.map((socket) => text(socket)));
    for (const answer of texts) expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(texts[0]).toContain('O pedido demorou demais para chegar. Tente de novo.');
    expect(texts[0]).toContain("\r\ncontent-security-policy: default-src 'self'");
    expect(await slow).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  test('ends also after its answer, and where it only trickles', async () => {
    await listen(1);
    const refused = `${head}origin: https://outro.example\r\ncontent-length: 1000\r\n\r\n`;
    const answered403 = await opened(refused);
    const trickling = await opened(`${head}content-length: 1000\r\n\r\n`);
    const drops = setInterval(() => trickling.write(' '), 100);
    // Writing to a connection that was just closed resets it. `once` would throw that error.
    const closed = Promise.withResolvers<void>();
    trickling
      .on('error', () => undefined)
      .on('close', closed.resolve)
      .resume();
    expect(await text(answered403)).toMatch(/^HTTP\/1\.1 403/);
    await closed.promise;
    clearInterval(drops);
  });
});

describe('a response that is not read', () => {
  test('ends, and one that is read arrives whole', async () => {
    await app.close();
    // Readers have eight times as long.
    app = await build({ config: { slowRequestSeconds: 0.5 } });
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const requested = async () => {
      const socket = connect(Number(port), '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    };
    const head = 'GET /api/file HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n';
    const [stopped, reading] = await Promise.all([requested(), requested()]);
    stopped.pause().write(head);
    reading.write(head);
    expect((await buffer(reading)).length).toBeGreaterThan(32 * mebibyte.length);
    const connections = () =>
      new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
    await expect.poll(connections).toBe(0);
    stopped.destroy();
  });
});

describe('the health page', () => {
  const warehouse = { part: 'warehouse', label: 'Dados' };

  test('has a line for every part', async () => {
    await app.close();
    app = await build({ healthChecks: [{ ...warehouse, run: () => Promise.resolve() }] });
    const answer = await app.inject('/api/health');
    expect(answer.statusCode).toBe(200);
    expect(answer.json().parts.map(({ part }: { part: string }) => part)).toEqual([
      'app_database',
      'warehouse',
    ]);
    expect(answer.body.split('\n').filter((line) => line.includes('"part"'))).toHaveLength(2);
  });

  test('answers 503 and says which part fails, but not why', async () => {
    await app.close();
    app = await build({
      healthChecks: [{ ...warehouse, run: () => Promise.reject(new Error('segredo')) }],
    });
    const answer = await app.inject('/api/health');
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toEqual({
      status: 'failing',
      parts: [
        {
          part: 'app_database',
          label: 'Banco de dados do aplicativo',
          status: 'ok',
          message: null,
        },
        {
          part: 'warehouse',
          label: 'Dados',
          status: 'failing',
          message: 'Respondeu de forma inesperada.',
        },
      ],
    });
    expect(answer.body).not.toContain('segredo');
  });
});

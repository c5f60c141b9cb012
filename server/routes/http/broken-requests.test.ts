import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import { z } from 'zod';
import { expect, onTestFinished, test } from 'vitest';
import {
  brokenRequestRefuser,
  closeAfterPartOfBody,
  refusePipelines,
  resetBrokenOffResponses,
} from './broken-requests.ts';

test('a client that has all bytes of a response may go on before the response ends', async () => {
  let calls = 0;
  const server = createServer(
    refusePipelines((_request, response) => {
      response.writeHead(200, { 'content-length': 2 }).write('ok');
      calls += 1;
      // Each response ends some time after the one before, and so after its bytes were sent.
      setTimeout(() => response.end(), 100 * calls);
    }),
  ).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const port = z.object({ port: z.number() }).parse(server.address()).port;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ports = new Set<number | undefined>();
  for (let number = 1; number <= 4; number++) {
    const [response] = await once(get({ port, agent, host: '127.0.0.1' }), 'response');
    ports.add(response.socket.localPort);
    expect(await text(response)).toBe('ok');
  }
  expect(ports.size).toBe(1);
  agent.destroy();
});

test('bytes that are no request, in the middle of a response, close the connection and add nothing to it', async () => {
  const server = createServer(
    refusePipelines((_request, response) => void response.writeHead(200).write('half a')),
  ).listen(0, '127.0.0.1');
  server.on('clientError', brokenRequestRefuser({}));
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const [begin] = await once(socket, 'data');
  expect(String(begin)).toContain('half a');
  const rest = text(socket);
  socket.write('nonsense\r\n\r\n');
  expect(await rest).toBe('');
});

/** A server that refuses a request before it reads the body, and whose file breaks off. */
async function connected() {
  const app = Fastify();
  app.server.removeAllListeners('request');
  app.server.on(
    'request',
    refusePipelines((request, response) => app.routing(request, response)),
  );
  closeAfterPartOfBody(app);
  resetBrokenOffResponses(app);
  const served: string[] = [];
  app.addHook('onRequest', async (request, reply) => {
    served.push(request.url);
    if (request.url === '/refused') return reply.send('refused');
  });
  app.post('/refused', async () => 'never');
  app.addContentTypeParser('application/octet-stream', (_, __, done) => done(null));
  app.post('/begun', async ({ raw }) => {
    for await (const _ of raw.iterator({ destroyOnReturn: false })) break;
    return 'refused';
  });
  app.get('/later', async () => 'never');
  app.post('/', async ({ body }) => `all of ${String(body)}`);
  app.get('/', async () => 'whole');
  app.get('/file', async () => Readable.from(breakingOff()));
  onTestFinished(() => app.close());
  const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  // A proxy goes on sending after the end of the response.
  const socket = connect({ port: Number(url.port), host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  return { socket, served };
}

async function* breakingOff() {
  yield 'half a file';
  throw new Error('the engine failed');
}

test('a response to a part of a body is the last one of its connection', async () => {
  const { socket } = await connected();
  socket.write('POST /refused HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nthe begin');
  expect(await text(socket)).toMatch(/connection: close[^]*refused$/i);
});

test.each([
  ['refused', '/refused'],
  ['refused after its beginning', '/begun'],
])('a client that goes on sending a body %s still reads the response', async (_, path) => {
  const { socket } = await connected();
  const answer = text(socket);
  const mebibytes = 64;
  const type = 'Content-Type: application/octet-stream';
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\n${type}\r\nContent-Length: ${mebibytes * 2 ** 20}\r\n\r\n`,
  );
  for (let sent = 0; sent < mebibytes; sent++) {
    await promisify((done: (error?: Error | null) => void) =>
      socket.write(Buffer.alloc(2 ** 20), done),
    )();
  }
  expect(await answer).toMatch(/refused$/);
});

test('a request after the last response of a connection is not carried out', async () => {
  const { socket, served } = await connected();
  socket.write('POST /refused HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nbegin');
  await once(socket, 'data');
  socket.on('error', () => undefined);
  socket.end('12345GET /later HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'close');
  expect(served).toEqual(['/refused']);
});

test('a response to a whole body leaves the connection open', async () => {
  const { socket } = await connected();
  const headers = 'Host: a\r\nContent-Type: text/plain\r\nContent-Length: 5';
  socket.write(`POST / HTTP/1.1\r\n${headers}\r\n\r\nbytes`);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/connection: keep-alive[^]*all of bytes$/i);
});

test('a response of HTTP/1.0 that breaks off does not look whole, and a whole one ends as usual', async () => {
  const { socket: cut } = await connected();
  cut.write('GET /file HTTP/1.0\r\n\r\n');
  await expect(text(cut)).rejects.toThrow('ECONNRESET');
  const { socket: whole } = await connected();
  whole.write('GET / HTTP/1.0\r\n\r\n');
  expect(await text(whole)).toMatch(/whole$/);
});

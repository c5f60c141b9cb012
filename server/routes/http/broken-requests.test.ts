import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { expect, onTestFinished, test } from 'vitest';
import { brokenRequestRefuser, refusePipelines } from './broken-requests.ts';

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

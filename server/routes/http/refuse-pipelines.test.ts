import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { expect, onTestFinished, test } from 'vitest';
import { refusePipelines } from './broken-requests.ts';

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

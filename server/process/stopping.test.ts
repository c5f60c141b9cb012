import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { testStores } from '../../tests/support/stores.ts';
import { Readiness } from '../operations/health.ts';
import { routeTable } from '../routes/access/route-table.ts';
import { gracefulClose } from './stopping.ts';
import type { Store } from '../platform/store/store.ts';
import { testApp } from '../../tests/support/test-app.ts';

const [sqlite] = testStores();
let store: Store;
beforeAll(async () => {
  store = await sqlite.open();
});

/** The app with a route that answers when the test opens a gate. */
async function slowApp(readiness = new Readiness()) {
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const app = await testApp({
    store,
    clock: () => new Date(),
    logger: pino({ level: 'silent' }),
    readiness,
    table: { ...routeTable, 'GET /api/slow': { access: 'anyone', cost: 'cheap' } },
    routes: [
      async (routes) => {
        routes.get('/api/slow', async () => {
          begun.resolve();
          await gate.promise;
          return 'pronto';
        });
      },
    ],
  });
  return { app, begun: begun.promise, answer: gate.resolve };
}

test('a process that stops reports itself unhealthy, in any state of its parts', async () => {
  const readiness = new Readiness();
  const { app } = await slowApp(readiness);
  readiness.started();
  expect((await app.inject('/api/health')).statusCode).toBe(200);
  readiness.stopping();
  const answer = await app.inject('/api/health');
  expect(answer.statusCode).toBe(503);
  expect(answer.json().parts.at(-1)).toMatchObject({ message: 'Este processo está parando.' });
  await app.close();
});

test('requests that run are finished, and so is what comes behind them on their connection', async () => {
  const { app, begun, answer } = await slowApp();
  const close = gracefulClose(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += String(chunk)));
  socket.write('GET /api/slow HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
  await begun;
  const closed = close();
  await sleep(20);
  socket.write('GET /api/health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
  answer();
  await Promise.all([closed, once(socket, 'close')]);
  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
  expect(received).toContain('pronto');
  expect(received).toContain('Banco de dados do aplicativo');
  expect(received.toLowerCase()).toContain('connection: close');
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
});

test('a connection that never sent a request does not delay the stop', async () => {
  const { app } = await slowApp();
  const close = gracefulClose(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  const arrived = once(app.server, 'connection');
  const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
  await arrived;
  const first = await Promise.race([
    Promise.all([close(), once(socket, 'close')]).then(() => 'closed'),
    sleep(8_000, 'still open'),
  ]);
  expect(first).toBe('closed');
});

/**
 * Opens 200 connections whose requests never complete, in four ways, against the product with its own deadlines, while
 * a user continues to work. Reports when each was closed, and how long the user's calls took. Fails if a connection is
 * open after two minutes, or a call of the user is not answered.
 *
 *   npm run bench -- slow-requests
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { createUser } from '../server/people/identity/users.ts';
import { startSession } from '../server/people/identity/sessions.ts';
import { productApp } from '../tests/support/product-app.ts';

const ofEachWay = 50;
const mostSeconds = 120;
const trickleMs = 5_000;

const product = await productApp();
const address = await product.app.listen({ host: '127.0.0.1', port: 0 });
const { port } = new URL(address);
const person = { firstName: 'Ana', lastName: 'Lima', role: 'ADMIN', companyId: null } as const;
const { id } = await createUser(
  product.store.db,
  { ...person, email: 'ana@exemplo.com.br', password: 'Quase-Verde-Ontem-27' },
  new Date(),
);
const { token } = await startSession(product.store.db, id, new Date());

const begun = `Host: 127.0.0.1:${port}\r\nCookie: caged_session=${token}\r\n`;
const post = (path: string, type: string) =>
  `POST ${path} HTTP/1.1\r\n${begun}Content-Type: ${type}\r\nContent-Length: 100000\r\n\r\n`;
const ways: Readonly<Record<string, string>> = {
  'headers without an end': `POST /api/login HTTP/1.1\r\n${begun}`,
  'a body that never comes': post('/api/login', 'application/json'),
  'a body that trickles': post('/api/search', 'application/json'),
  'an upload that never comes': post('/api/caged/upload', 'multipart/form-data; boundary=x'),
};

interface Held {
  readonly way: string;
  readonly closedAfter: Promise<number>;
}

const from = performance.now();
const sinceMs = () => performance.now() - from;

async function held(way: string, text: string): Promise<Held> {
  const socket = connect({ host: '127.0.0.1', port: Number(port) });
  await once(socket, 'connect');
  socket.write(text);
  if (way.endsWith('trickles')) void trickled(socket);
  socket.on('error', () => undefined).resume();
  // Not `once` of node:events: it would reject where the server resets the connection.
  const closedAfter = new Promise<number>((resolve) =>
    socket.once('close', () => resolve(sinceMs())),
  );
  return { way, closedAfter };
}

async function trickled(socket: Socket): Promise<void> {
  while (socket.writable) {
    socket.write(' ');
    await setTimeout(trickleMs);
  }
}

const connections: Held[] = [];
for (const [way, text] of Object.entries(ways)) {
  for (let place = 0; place < ofEachWay; place += 1) connections.push(await held(way, text));
}
const everyClosed = Promise.all(connections.map(({ closedAfter }) => closedAfter));
const isDone = Promise.race([
  everyClosed.then(() => true),
  setTimeout(mostSeconds * 1000, false, { ref: false }),
]);

const calls: number[] = [];
const over = new AbortController();
void isDone.then(() => over.abort());
while (!over.signal.aborted) {
  const start = performance.now();
  const answer = await fetch(`${address}/api/history`, {
    headers: { cookie: `caged_session=${token}` },
    signal: AbortSignal.timeout(5_000),
  });
  if (!answer.ok) throw new Error(`The person was answered ${answer.status}.`);
  await answer.text();
  calls.push(performance.now() - start);
  await setTimeout(100);
}
if (!(await isDone)) throw new Error(`A connection is still open after ${mostSeconds} seconds.`);

for (const way of Object.keys(ways)) {
  const own = connections.filter((one) => one.way === way);
  const times = await Promise.all(own.map(({ closedAfter }) => closedAfter));
  const [first, last] = [Math.min(...times), Math.max(...times)].map((ms) =>
    (ms / 1000).toFixed(1),
  );
  console.log(`${way}: ${times.length} closed after ${first} to ${last} s`);
}
const sorted = calls.toSorted((a, b) => a - b);
const median = sorted[sorted.length >> 1] ?? 0;
console.log(
  `meanwhile ${calls.length} calls of a person: median ${median.toFixed(1)} ms, longest ${(sorted.at(-1) ?? 0).toFixed(1)} ms`,
);
await product.close();

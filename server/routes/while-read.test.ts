import { request } from 'node:http';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CurrentUser } from '../../shared/contracts/identity.ts';
import { guardRoutes } from './guard.ts';
import { whileRead } from './while-read.ts';

const ana: CurrentUser = {
  id: 'ana',
  email: 'ana@exemplo.com.br',
  firstName: 'Ana',
  lastName: 'Lima',
  role: 'CLIENT',
  companyId: null,
  isActive: true,
  mustChangePassword: false,
};
let app: FastifyInstance;
let user: CurrentUser | undefined;
let address: string;
let ended: Promise<void>;
let stalledMs: number;

async function* endless() {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    yield 'x'.repeat(100_000);
  }
}

beforeEach(async () => {
  user = ana;
  stalledMs = 200;
  app = Fastify();
  guardRoutes(app, {
    table: { 'GET /long': 'signed-in' },
    openWithTemporaryPassword: new Set(),
    maybeUser: async () => user,
  });
  const end = Promise.withResolvers<void>();
  ended = end.promise;
  app.get('/long', { exposeHeadRoute: false }, async (asked, reply) => {
    reply.raw.once('close', () => end.resolve());
    const items = whileRead(asked, reply, endless(), { stalledMs, askEveryMs: 50 });
    return reply.type('text/csv').send(Readable.from(items));
  });
  address = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

/** Reads without end, or nothing after the first bytes; answers whether it came whole. */
function read(isPaused: boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const call = request(`${address}/long`, (response) => {
      response.once('data', () => isPaused && response.pause());
      response.on('data', () => {});
      response.once('close', () => resolve(response.complete));
      response.on('error', () => {});
      void ended.then(() => response.resume());
    });
    call.end();
  });
}

test('a reader who takes nothing is sent away', async () => {
  expect(await read(true)).toBe(false);
});

test('a reader who may not have it any more is sent away', async () => {
  setTimeout(() => (user = { ...ana, mustChangePassword: true }), 100);
  expect(await read(false)).toBe(false);
});

test('a reader who reads is not', async () => {
  // A busy machine holds the reader up too, though never for so long.
  stalledMs = 4_000;
  const reading = read(false);
  const first = await Promise.race([
    reading,
    new Promise<'reads'>((resolve) => setTimeout(resolve, 1.5 * stalledMs, 'reads')),
  ]);
  expect(first).toBe('reads');
  user = undefined;
  expect(await reading).toBe(false);
});

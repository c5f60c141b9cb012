import { request } from 'node:http';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CurrentUser } from '../../../shared/contracts/identity.ts';
import { guardRoutes } from '../access/guard.ts';
import { itemsWhileAdmitted } from './event-stream.ts';

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

async function* endless() {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    yield 'x'.repeat(100_000);
  }
}

beforeEach(async () => {
  user = ana;
  app = Fastify();
  guardRoutes(app, {
    table: { 'GET /long': { access: 'signed-in', cost: 'cheap' } },
    maybeUser: async () => user,
  });
  app.get('/long', { exposeHeadRoute: false }, async (asked, reply) => {
    const items = itemsWhileAdmitted(asked, reply, endless(), 50);
    return reply.type('text/csv').send(Readable.from(items));
  });
  address = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

/** Reads an endless response; returns whether it arrived complete. */
function read(): Promise<boolean> {
  return new Promise((resolve) => {
    const call = request(`${address}/long`, (response) => {
      response.on('data', () => {});
      response.once('close', () => resolve(response.complete));
      response.on('error', () => {});
    });
    call.end();
  });
}

test('a reader who may not have it any more is sent away', async () => {
  setTimeout(() => (user = { ...ana, mustChangePassword: true }), 100);
  expect(await read()).toBe(false);
});

test('a reader who reads is not', async () => {
  const reading = read();
  const first = await Promise.race([
    reading,
    new Promise<'reads'>((resolve) => setTimeout(resolve, 500, 'reads')),
  ]);
  expect(first).toBe('reads');
  user = undefined;
  expect(await reading).toBe(false);
});

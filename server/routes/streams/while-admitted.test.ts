import { createReadStream } from 'node:fs';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import fastifyCookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CurrentUser } from '../../../shared/contracts/identity.ts';
import { testedStores } from '../../../tests/support/stores.ts';
import { noPassword } from '../../people/identity/passwords.ts';
import {
  endSession,
  endSessionsOf,
  renewToken,
  sessionId,
  startSession,
} from '../../people/identity/sessions.ts';
import { insertUser } from '../../people/identity/users.ts';
import type { Store } from '../../platform/store/store.ts';
import { guardRoutes, type GuardOptions } from '../access/guard.ts';
import { sessionCookie, sessionUserReader } from '../access/session-cookie.ts';
import { fileWhileAdmitted, itemsWhileAdmitted } from './event-stream.ts';

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
const clock = () => new Date();
let app: FastifyInstance;
let user: CurrentUser | undefined;
let address: string;
let opened: () => Readable;
const rule = { access: 'signed-in', cost: 'cheap' } as const;

async function* endless() {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    yield 'x'.repeat(100_000);
  }
}

/** Serves an endless response to the users that `maybeUser` reads. */
async function serve(maybeUser: GuardOptions['maybeUser']): Promise<void> {
  app = Fastify();
  await app.register(fastifyCookie);
  guardRoutes(app, {
    table: { 'GET /long': rule, 'GET /file': rule, 'GET /unread': rule },
    maybeUser,
  });
  app.get('/long', { exposeHeadRoute: false }, async (requested, reply) => {
    const items = itemsWhileAdmitted(requested, reply, endless(), 50);
    return reply.type('text/csv').send(Readable.from(items));
  });
  app.get('/unread', async (requested, reply) => {
    fileWhileAdmitted(requested, reply, opened()).destroy();
    return 'done';
  });
  app.get('/file', { exposeHeadRoute: false }, async (requested, reply) =>
    reply.type('text/csv').send(fileWhileAdmitted(requested, reply, opened(), 50)),
  );
  address = await app.listen({ port: 0, host: '127.0.0.1' });
}

beforeEach(async () => {
  user = ana;
  await serve(async () => user);
});
afterEach(async () => {
  app.server.closeAllConnections();
  await app.close();
});

interface Reading {
  readonly cookie?: string;
  readonly path?: string;
  /** Called when the response begins. */
  readonly onBegun?: () => void;
}

/** Reads a response; returns whether it arrived complete. */
function read({ cookie = '', path = '/long', onBegun }: Reading = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const call = request(`${address}${path}`, { headers: { cookie } }, (response) => {
      onBegun?.();
      response.on('data', () => {});
      response.once('close', () => resolve(response.complete));
      response.on('error', () => {});
    });
    call.end();
  });
}

test('the stream of a reader who lost access is closed', async () => {
  expect(await read({ onBegun: () => (user = { ...ana, mustChangePassword: true }) })).toBe(false);
});

/** What a reader is doing after half a second, in which access is checked about ten times. */
const after500Ms = (reading: Promise<boolean>) => Promise.race([reading, wait(500, 'reads')]);

test('the stream of a reader with access stays open', async () => {
  const reading = read();
  expect(await after500Ms(reading)).toBe('reads');
  user = undefined;
  expect(await reading).toBe(false);
});

test('the file of a reader who lost access is closed, and the response with it', async () => {
  const file = Readable.from(endless());
  opened = () => file;
  expect(await read({ path: '/file', onBegun: () => (user = undefined) })).toBe(false);
  await expect.poll(() => file.destroyed).toBe(true);
});

test('a file that was not read is closed with the response', async () => {
  const file = Readable.from(endless());
  opened = () => file;
  expect((await fetch(`${address}/unread`)).status).toBe(200);
  await expect.poll(() => file.destroyed).toBe(true);
});

test('a file that cannot be opened is a failure of its response only', async () => {
  opened = () => createReadStream('/nowhere');
  expect((await fetch(`${address}/file`)).status).toBe(500);
});

test.each([{ role: 'ADMIN' }, { companyId: 'acme' }] as const)(
  'the stream of a reader whose account changed to %o is closed',
  async (change) => {
    expect(await read({ onBegun: () => (user = { ...ana, ...change }) })).toBe(false);
  },
);

describe.each(testedStores())('a reader with a session, with the store in $dialect', ({ open }) => {
  let store: Store;
  let token: string;
  let userId: string;

  beforeEach(async () => {
    store = await open();
    await app.close();
    const now = new Date();
    ({ id: userId } = await insertUser(store.db, ana, noPassword, now));
    ({ token } = await startSession(store.db, userId, now));
    const cookie = sessionCookie(false);
    await serve(
      sessionUserReader({ store, clock, cookie, idleHours: 8, requiresSecondFactor: false }),
    );
  });
  const readNow = () => read({ cookie: `caged_session=${token}` });
  /** The new token that a proof of identity gives the session. */
  const renewed = async () =>
    (await renewToken(store.db, sessionId(token), new Date()))?.token ?? '';
  const setUser = (change: { is_active: 0 } | { role: 'VIEWER' }) =>
    store.db.updateTable('users').set(change).where('id', '=', userId).execute();

  test('continues when a proof elsewhere renews its token, and the old token opens no new stream', async () => {
    const reading = readNow();
    await wait(100);
    await renewed();
    expect(await after500Ms(reading)).toBe('reads');
    const again = await fetch(`${address}/long`, { headers: { cookie: `caged_session=${token}` } });
    expect(again.status).toBe(401);
  });

  test.each([
    ['its session ends', async (newToken: string) => endSession(store.db, newToken)],
    ['all sessions of the user end', async () => endSessionsOf(store.db, userId)],
    ['the account is closed', async () => setUser({ is_active: 0 })],
    ['the role changes', async () => setUser({ role: 'VIEWER' })],
  ])('is sent away after that when %s', async (_, revoke) => {
    const reading = readNow();
    await wait(100);
    const newToken = await renewed();
    // Another session of the same user does not keep this one's response alive.
    await startSession(store.db, userId, new Date(Date.now() + 1));
    await revoke(newToken);
    expect(await reading).toBe(false);
  });
});

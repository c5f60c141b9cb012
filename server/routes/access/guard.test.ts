import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import type { CurrentUser } from '../../../shared/contracts/identity.ts';
import type { Role } from '../../../shared/codes/roles.ts';
import { sendSlowly } from '../../../tests/support/send-slowly.ts';
import { answerFailures } from '../http/failures.ts';
import { guardRoutes, signedInUser } from './guard.ts';
import type { RouteTable } from './route-table.ts';

const personWith = (role: Role) => ({
  id: 'u1',
  email: 'ana@exemplo.com.br',
  firstName: 'Ana',
  lastName: 'Lima',
  role,
  companyId: null,
  isActive: true,
  mustChangePassword: false,
});

const table: RouteTable = {
  'GET /open': { access: 'anyone', cost: 'cheap' },
  'GET /mine': { access: 'signed-in', cost: 'cheap', opensBefore: 'password' },
  'GET /factor': { access: 'signed-in', cost: 'cheap', opensBefore: 'second-factor' },
  'PUT /managed': { access: ['ADMIN'], cost: 'cheap' },
  'GET /managed': { access: ['ADMIN', 'CLIENT'], cost: 'cheap' },
};

function appFor(role: Role | undefined, state: object = {}) {
  const app = Fastify();
  answerFailures(app);
  guardRoutes(app, {
    table,
    maybeUser: async () => role && { ...personWith(role), ...state },
  });
  app.get('/open', async (request) => ({ user: request.user }));
  app.get('/mine', async (request) => signedInUser(request));
  app.get('/factor', async () => 'done');
  app.route({ method: ['GET', 'PUT'], url: '/managed', handler: async () => 'done' });
  return app;
}

test('a route without an entry in the table stops the start', () => {
  const app = appFor(undefined);
  expect(() => app.get('/forgotten', async () => 'done')).toThrow(
    /route table for GET \/forgotten/,
  );
  expect(() => app.post('/open', async () => 'done')).toThrow(/route table for POST \/open/);
});

test('a route of a plugin without an entry stops the start', async () => {
  const app = appFor(undefined);
  const registered = app.register(async (plugin) => {
    plugin.get('/forgotten', async () => 'done');
  });
  await expect(registered).rejects.toThrow(/route table/);
});

test.each([
  ['anyone', 16],
  ['signed-in', 64],
  [['ADMIN', 'CLIENT'], 64],
  [['ADMIN'], 1024],
] as const)('a route for %j reads at most %i KiB of JSON', async (access, kibibytes) => {
  const app = Fastify();
  answerFailures(app);
  guardRoutes(app, {
    table: { 'POST /sent': { access, cost: 'cheap' } },
    maybeUser: async () => personWith('ADMIN'),
  });
  app.post('/sent', async () => 'done');
  const statusOf = async (bytes: number) => {
    const payload = JSON.stringify('a'.repeat(bytes - 2));
    const headers = { 'content-type': 'application/json' };
    return (await app.inject({ method: 'POST', url: '/sent', headers, payload })).statusCode;
  };
  expect(await statusOf(kibibytes * 1024)).toBe(200);
  expect(await statusOf(kibibytes * 1024 + 1)).toBe(413);
});

const call = (method: 'GET' | 'PUT' | 'HEAD', url: string) => ({ method, url });

test.each([
  [undefined, call('GET', '/open'), 200],
  [undefined, call('GET', '/mine'), 401],
  [undefined, call('HEAD', '/mine'), 401],
  [undefined, call('GET', '/managed'), 401],
  ['VIEWER', call('GET', '/mine'), 200],
  ['VIEWER', call('GET', '/managed'), 403],
  ['CLIENT', call('GET', '/managed'), 200],
  ['CLIENT', call('PUT', '/managed'), 403],
  ['ADMIN', call('PUT', '/managed'), 200],
  [undefined, call('GET', '/nowhere'), 404],
] as const)('%s calling %o gets %i', async (role, request, status) => {
  expect((await appFor(role).inject(request)).statusCode).toBe(status);
});

test.each([
  [{ mustChangePassword: true }, '/mine', undefined],
  [{ mustChangePassword: true }, '/factor', 'must_change_password'],
  [{ mustChangePassword: true }, '/managed', 'must_change_password'],
  [{ mustSetSecondFactor: true }, '/mine', undefined],
  [{ mustSetSecondFactor: true }, '/factor', undefined],
  [{ mustSetSecondFactor: true }, '/managed', 'must_set_second_factor'],
])('of a user with %o, %s answers %s', async (state, url, code) => {
  const answer = await appFor('ADMIN', state).inject(url);
  expect(answer.statusCode).toBe(code === undefined ? 200 : 403);
  if (code !== undefined) expect(answer.json().code).toBe(code);
});

test('a refusal says what to do, in Portuguese', async () => {
  expect((await appFor(undefined).inject('/mine')).json()).toEqual({
    code: 'not_signed_in',
    message: 'Você precisa fazer login primeiro.',
  });
  expect((await appFor('VIEWER').inject('/managed')).json()).toEqual({
    code: 'forbidden',
    message: 'Acesso negado',
  });
});

test('a route for signed-in people gets the caller', async () => {
  expect((await appFor('CLIENT').inject('/mine')).json()).toEqual(personWith('CLIENT'));
});

test('a session that cannot be read opens nothing', async () => {
  const app = Fastify();
  answerFailures(app);
  let handled = 0;
  guardRoutes(app, {
    table,
    maybeUser: () => Promise.reject(new Error('The database is away.')),
  });
  app.get('/mine', async () => (handled += 1));
  app.get('/managed', async () => (handled += 1));
  for (const url of ['/mine', '/managed']) {
    const answer = await app.inject(url);
    expect([answer.statusCode, answer.json().code]).toEqual([500, 'unexpected']);
  }
  expect(handled).toBe(0);
});

describe('a body that arrives slowly', () => {
  type User = CurrentUser;

  /** Sends a body to administrators while the sender becomes `later`. Returns the answer and the handler's callers. */
  async function sentBy(later: User | undefined) {
    let user: User | undefined = personWith('ADMIN');
    const callers: unknown[] = [];
    const app = Fastify();
    answerFailures(app);
    guardRoutes(app, { table, maybeUser: async () => user });
    app.put('/managed', async (request) => callers.push(signedInUser(request)));
    const headers = { 'content-type': 'application/json' };
    const answer = await sendSlowly(
      Buffer.from('{"name":"Ana"}'),
      () => (user = later),
      (payload) => app.inject({ method: 'PUT', url: '/managed', headers, payload }),
    );
    return { status: answer.statusCode, callers };
  }

  test.each([
    ['session ended', undefined, 401],
    ['role was lowered', personWith('CLIENT'), 403],
    ['password became temporary', { ...personWith('ADMIN'), mustChangePassword: true }, 403],
  ])('is refused to a sender whose %s meanwhile', async (_, later, status) => {
    expect(await sentBy(later)).toEqual({ status, callers: [] });
  });

  test('is handled for the company to which its sender moved meanwhile', async () => {
    const later = { ...personWith('ADMIN'), companyId: 'aurora' };
    expect(await sentBy(later)).toEqual({ status: 200, callers: [later] });
  });
});

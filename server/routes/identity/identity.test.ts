import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testedStores, testStores } from '../../../tests/support/stores.ts';
import { createUser, type NewUser } from '../../people/identity/users.ts';
import { createLogger } from '../../process/installation/log.ts';
import { startSession } from '../../people/identity/sessions.ts';
import { DiskReserve } from '../../platform/store/disk-reserve.ts';
import type { Store } from '../../platform/store/store.ts';
import { testApp } from '../../../tests/support/test-app.ts';

const ana: NewUser = {
  email: 'ana@exemplo.com.br',
  firstName: 'Ana',
  lastName: 'Lima',
  role: 'CLIENT',
  companyId: null,
  password: 'uma senha boa',
};

const wrongCredentials = { code: 'invalid_credentials', message: 'Usuário ou senha inválidos' };

describe.each(testedStores())('signing in, with the store in $dialect', ({ open }) => {
  let store: Store;
  let app: FastifyInstance;
  let now: Date;

  const build = (publicUrl: string | undefined) =>
    testApp({
      config: { publicUrl },
      store,
      clock: () => now,
      logger: createLogger({ write: () => {} }),
      clientDirectory: '/nowhere',
    });

  beforeEach(async () => {
    now = new Date('2026-08-01T12:00:00Z');
    store = await open();
    await createUser(store.db, ana, now);
    app = await build(undefined);
  });
  afterEach(() => app.close());

  const signIn = (body: object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: '/api/login', payload: body, headers });
  const credentials = { email: 'ANA@exemplo.com.br', password: ana.password };
  const cookieOf = ({ cookies }: Awaited<ReturnType<typeof signIn>>) => {
    const { name = '', value = '' } = cookies[0] ?? {};
    return { cookie: `${name}=${value}` };
  };
  const attack = async () => {
    for (let round = 0; round < 8; round += 1) {
      await signIn({ email: ana.email, password: 'errada' });
    }
  };
  const deviceOf = ({ cookies }: Awaited<ReturnType<typeof signIn>>) => {
    const { name, value } = cookies.find((cookie) => cookie.name.endsWith('_device')) ?? {};
    return { cookie: `${name}=${value}` };
  };
  const me = (headers: Record<string, string>) => app.inject({ url: '/api/user', headers });

  const lastUse = async () =>
    (await store.db.selectFrom('sessions').select('last_used_at').executeTakeFirstOrThrow())
      .last_used_at;

  test('returns the user and opens a session', async () => {
    const answer = await signIn(credentials, {
      'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/133.0',
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      id: expect.any(String),
      email: 'ana@exemplo.com.br',
      firstName: 'Ana',
      lastName: 'Lima',
      role: 'CLIENT',
      companyId: null,
      isActive: true,
      mustChangePassword: false,
    });
    expect((await me(cookieOf(answer))).json()).toEqual(answer.json());
    const begun = { device: 'Firefox no Linux', address: '127.0.0.1' };
    const [session] = await store.db.selectFrom('sessions').selectAll().execute();
    expect(session).toMatchObject(begun);
  });

  test('gives a cookie that scripts cannot read', async () => {
    const [cookie] = (await signIn(credentials)).cookies;
    expect(cookie).toEqual({
      name: 'caged_session',
      value: expect.any(String),
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      expires: new Date('2026-08-02T12:00:00Z'),
      // One day, for a browser whose clock differs.
      maxAge: 86_400,
    });
  });

  test('binds the cookie to the site where there is https', async () => {
    await app.close();
    app = await build('https://caged.example');
    const answer = await signIn(credentials);
    const set = String(answer.headers['set-cookie']);
    expect(set).toMatch(/^__Host-caged_session=.*; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/);
    expect(set).not.toContain('Domain');
    expect((await me(cookieOf(answer))).statusCode).toBe(200);
  });

  test.each([
    [{ email: ' ', password: 'a' }, 'email', 'Informe o e-mail.'],
    [{ email: 'a@b.c', password: '' }, 'password', 'Informe a senha.'],
    [{ password: 'a' }, 'email', 'Informe o e-mail.'],
    [{ email: `${'a'.repeat(251)}@b.c`, password: 'a' }, 'email', 'Email inválido'],
    [{ email: 'a@b.c', password: 'a'.repeat(201) }, 'password', 'Usuário ou senha inválidos'],
    [{ email: 'a@b.c', password: 'a', role: 'ADMIN' }, 'role', 'Campo desconhecido: role.'],
  ])('refuses %o and names the field', async (body, field, message) => {
    const answer = await signIn(body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ code: 'invalid_value', field, message });
  });

  test('refuses a wrong password, an unknown and an inactive account alike', async () => {
    await createUser(store.db, { ...ana, email: 'inativa@exemplo.com.br' }, now);
    await store.db
      .updateTable('users')
      .set({ is_active: 0 })
      .where('email', '=', 'inativa@exemplo.com.br')
      .execute();
    const answers = [
      await signIn({ ...credentials, password: 'outra senha' }),
      await signIn({ ...credentials, email: 'ninguem@exemplo.com.br' }),
      await signIn({ ...credentials, email: 'inativa@exemplo.com.br' }),
    ];
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual(wrongCredentials);
      expect(answer.cookies).toEqual([]);
    }
  });

  // bench/sign-in.ts measures medians of 50; here the fastest of a few are enough on a busy machine.
  test('slows guessing down, for accounts that exist and those that do not', async () => {
    for (const email of [ana.email, 'ninguem@exemplo.com.br']) {
      for (let round = 0; round < 5; round += 1) {
        expect((await signIn({ email, password: 'errada' })).statusCode).toBe(401);
      }
      const answer = await signIn({ email, password: ana.password });
      expect(answer.statusCode).toBe(429);
      expect(answer.headers['retry-after']).toBe('1');
      expect(answer.json()).toEqual({
        code: 'too_many_attempts',
        message: 'Muitas tentativas de login. Aguarde 1 segundo e tente de novo.',
      });
    }
    now = new Date(now.getTime() + 1000);
    expect((await signIn(credentials)).statusCode).toBe(200);
  });

  describe('of an account that a stranger keeps trying', () => {
    test('works each time in a browser that signed in before, and in no other', async () => {
      const known = deviceOf(await signIn(credentials));
      for (let round = 0; round < 2; round += 1) {
        await attack();
        const answer = await signIn(credentials, known);
        expect(answer.statusCode).toBe(200);
        expect((await signIn(credentials)).statusCode).toBe(429);
      }
    });

    test('is refused in a browser with a forged device cookie, or with the cookie of another account', async () => {
      await createUser(store.db, { ...ana, email: 'bia@exemplo.com.br' }, now);
      const [mine, other] = [
        deviceOf(await signIn(credentials)),
        deviceOf(await signIn({ ...credentials, email: 'bia@exemplo.com.br' })),
      ];
      await attack();
      const forged = mine.cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
      const made = `caged_device=${'a'.repeat(22)}.9999999999999.${'b'.repeat(43)}`;
      for (const cookie of [other.cookie, forged, made, 'caged_device=x']) {
        expect((await signIn(credentials, { cookie })).statusCode).toBe(429);
      }
      now = new Date(now.getTime() + 200 * 86_400_000);
      await attack();
      expect((await signIn(credentials, mine)).statusCode).toBe(429);
    });

    test('sets a device cookie that scripts cannot read and that opens no session', async () => {
      const answer = await signIn(credentials);
      const mark = answer.cookies.find(({ name }) => name === 'caged_device');
      expect(mark).toMatchObject({ path: '/', httpOnly: true, sameSite: 'Lax' });
      expect((await me(deviceOf(answer))).statusCode).toBe(401);
    });
  });

  test('is refused to pages of other sites', async () => {
    const answer = await signIn(credentials, { origin: 'https://outro.example' });
    expect([answer.statusCode, answer.cookies]).toEqual([403, []]);
  });

  test('lasts 24 hours while it is used', async () => {
    const session = cookieOf(await signIn(credentials));
    for (const hour of ['19', '23']) {
      now = new Date(`2026-08-01T${hour}:59:00Z`);
      expect((await me(session)).statusCode).toBe(200);
      await expect.poll(lastUse).toBe(now.toISOString());
    }
    now = new Date('2026-08-02T07:00:00Z');
    await me(session);
    await expect.poll(lastUse).toBe(now.toISOString());
    now = new Date('2026-08-02T11:59:59Z');
    expect((await me(session)).statusCode).toBe(200);
    now = new Date('2026-08-02T12:00:00Z');
    const late = await me(session);
    expect([late.statusCode, late.json().code]).toEqual([401, 'not_signed_in']);
  });

  test('does not count automatic requests of a screen as use of the session', async () => {
    const session = cookieOf(await signIn(credentials));
    const begun = await lastUse();
    now = new Date('2026-08-01T19:00:00Z');
    await app.inject({ url: '/api/reports/events', headers: session });
    await app.inject({ url: '/api/release', headers: session });
    expect(await lastUse()).toBe(begun);
    now = new Date('2026-08-01T20:00:00Z');
    expect((await me(session)).statusCode).toBe(401);
  });

  test('replaces the earlier session of the browser', async () => {
    const first = cookieOf(await signIn(credentials));
    const second = cookieOf(await signIn(credentials, first));
    expect(second).not.toEqual(first);
    expect((await me(first)).statusCode).toBe(401);
    expect((await me(second)).statusCode).toBe(200);
  });

  test('ends with the logout, which clears the cookie and shows the login page', async () => {
    const session = cookieOf(await signIn(credentials));
    const answer = await app.inject({ url: '/api/logout', headers: session });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/login']);
    expect(answer.cookies[0]).toMatchObject({ name: 'caged_session', value: '' });
    expect(answer.cookies[0]?.expires).toEqual(new Date(0));
    expect((await me(session)).statusCode).toBe(401);
  });

  test('is required to read the current user', async () => {
    for (const headers of [{}, { cookie: 'caged_session=outra' }]) {
      const answer = await me(headers);
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual({
        code: 'not_signed_in',
        message: 'Você precisa fazer login primeiro.',
      });
    }
    expect((await app.inject('/api/logout')).statusCode).toBe(302);
  });
});

test('on a full disk, signing out uses the reserve, and either all of it happens or nothing', async () => {
  const [{ open }] = testStores();
  const store = await open();
  const { db } = store;
  const now = new Date('2026-08-01T12:00:00Z');
  const { id } = await createUser(db, ana, now);
  const { token } = await startSession(db, id, now);
  await sql`create trigger full_disk before insert on audit_log
    begin select raise(abort, 'full'); end`.execute(db);
  class Reserve extends DiskReserve {
    override async runNecessary<Result>(work: () => Promise<Result>): Promise<Result> {
      await expect(work()).rejects.toThrow('full');
      await sql`drop trigger full_disk`.execute(db);
      return work();
    }
  }
  const app = await testApp({
    store: { ...store, diskReserve: new Reserve('unused') },
    clock: () => now,
    logger: createLogger({ write: () => {} }),
    clientDirectory: '/nowhere',
  });
  const headers = { cookie: `caged_session=${token}` };
  const answer = await app.inject({ url: '/api/logout', headers });
  await app.close();
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/login']);
  expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  const acts = await db.selectFrom('audit_log').select(['action', 'actor_id']).execute();
  expect(acts).toEqual([{ action: 'session.ended', actor_id: id }]);
});

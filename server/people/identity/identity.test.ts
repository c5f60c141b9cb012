import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { testStores, testedStores } from '../../../tests/support/stores.ts';
import type { Store } from '../../platform/store/store.ts';
import { recordUserAct } from '../audit/audit.ts';
import { insertApiKey, maybeApiCaller } from './api-keys.ts';
import { firstAdministrator } from './first-administrator.ts';
import { passwordStrength } from './password-strength.ts';
import { isPassword } from './passwords.ts';
import { maxSessions } from '../../../shared/contracts/identity.ts';
import {
  endSession,
  endSessionsOf,
  maybeSession,
  noteSessionUse,
  startSession,
} from './sessions.ts';
import { createUser, maybeAccount, type NewUser } from './users.ts';

const noon = new Date('2026-08-01T12:00:00Z');
const after = (milliseconds: number) => new Date(noon.getTime() + milliseconds);
const system = { userId: null, address: null };
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const maybeSessionUser = async (...of: Parameters<typeof maybeSession>) =>
  (await maybeSession(...of))?.user;

const ana: NewUser = {
  email: 'Ana.Lima@exemplo.com.br',
  firstName: 'Ana',
  lastName: 'Lima',
  role: 'CLIENT',
  companyId: null,
  password: 'uma senha boa',
};

describe.each(testedStores())('identity in $dialect', ({ open }) => {
  let store: Store;
  beforeEach(async () => {
    store = await open();
  });

  test('an e-mail address in upper or lower case is one account', async () => {
    const user = await createUser(store.db, ana, noon);
    expect(user).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      email: 'Ana.Lima@exemplo.com.br',
      firstName: 'Ana',
      lastName: 'Lima',
      role: 'CLIENT',
      companyId: null,
      isActive: true,
      mustChangePassword: false,
    });
    expect((await maybeAccount(store.db, ' ana.lima@EXEMPLO.com.br '))?.id).toBe(user.id);
    const again = createUser(store.db, { ...ana, email: 'ANA.LIMA@exemplo.com.br' }, noon);
    await expect(again).rejects.toMatchObject({ code: 'email_taken', status: 409, field: 'email' });
  });

  test('a session in use ends exactly 24 hours after its start', async () => {
    const user = await createUser(store.db, ana, noon);
    const { token, expiresAt } = await startSession(store.db, user.id, noon);
    expect(expiresAt).toEqual(after(dayMs));
    for (const hours of [7, 14, 21]) await noteSessionUse(store.db, token, after(hours * hourMs));
    expect(await maybeSessionUser(store.db, token, after(dayMs - 1), 8)).toEqual(user);
    expect(await maybeSessionUser(store.db, token, after(dayMs), 8)).toBeUndefined();
    expect(await maybeSessionUser(store.db, `${token}a`, noon, 8)).toBeUndefined();
  });

  test('a session that began after the present time is invalid, and is deleted at the next sign-in', async () => {
    const user = await createUser(store.db, ana, noon);
    const ahead = await startSession(store.db, user.id, after(40 * dayMs));
    for (const days of [0, 1, 39]) {
      expect(await maybeSessionUser(store.db, ahead.token, after(days * dayMs), 8)).toBeUndefined();
    }
    const { token } = await startSession(store.db, user.id, noon);
    expect(await maybeSessionUser(store.db, token, noon, 8)).toEqual(user);
    expect(await store.db.selectFrom('sessions').selectAll().execute()).toHaveLength(1);
    // The clocks of two processes may differ by seconds.
    expect(await maybeSessionUser(store.db, token, after(-30_000), 8)).toEqual(user);
  });

  test('an unused session ends after the idle hours', async () => {
    const user = await createUser(store.db, ana, noon);
    const { token } = await startSession(store.db, user.id, noon);
    expect(await maybeSessionUser(store.db, token, after(8 * hourMs - 1), 8)).toEqual(user);
    expect(await maybeSessionUser(store.db, token, after(8 * hourMs), 8)).toBeUndefined();
    expect(await maybeSessionUser(store.db, token, after(8 * hourMs), 9)).toEqual(user);
    // For a session from before uses were recorded, the idle time counts from its start.
    await store.db.updateTable('sessions').set({ last_used_at: null }).execute();
    expect(await maybeSessionUser(store.db, token, after(8 * hourMs - 1), 8)).toEqual(user);
    expect(await maybeSessionUser(store.db, token, after(8 * hourMs), 8)).toBeUndefined();
  });

  test('a session above the maximum number ends the least recently used one', async () => {
    const user = await createUser(store.db, ana, noon);
    const tokens: string[] = [];
    for (let place = 0; place < maxSessions; place += 1) {
      tokens.push((await startSession(store.db, user.id, after(place * 1000))).token);
    }
    const [first = '', second = '', third = ''] = tokens;
    await noteSessionUse(store.db, first, after(hourMs));
    await startSession(store.db, user.id, after(hourMs + 1));
    const opens = (token: string) => maybeSessionUser(store.db, token, after(hourMs + 1), 8);
    expect(await opens(first)).toEqual(user);
    expect(await opens(second)).toBeUndefined();
    expect(await opens(third)).toEqual(user);
  });

  test('a session token has 256 bits and is not in the store', async () => {
    const user = await createUser(store.db, ana, noon);
    const { token } = await startSession(store.db, user.id, noon);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const rows = await store.db.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('signing out ends one session, and deactivating a user ends all', async () => {
    const user = await createUser(store.db, ana, noon);
    const first = await startSession(store.db, user.id, noon);
    const second = await startSession(store.db, user.id, noon);
    expect(second.token).not.toBe(first.token);
    await endSession(store.db, first.token);
    expect(await maybeSessionUser(store.db, first.token, noon, 8)).toBeUndefined();
    expect(await maybeSessionUser(store.db, second.token, noon, 8)).toEqual(user);
    await store.db.updateTable('users').set({ is_active: 0 }).execute();
    expect(await maybeSessionUser(store.db, second.token, noon, 8)).toBeUndefined();
  });

  test('a sign-in deletes the expired sessions of its user', async () => {
    const user = await createUser(store.db, ana, noon);
    await startSession(store.db, user.id, noon);
    await startSession(store.db, user.id, after(dayMs));
    expect(await store.db.selectFrom('sessions').selectAll().execute()).toHaveLength(1);
  });

  test('a sign-in and the end of all sessions of another user do not block each other', async () => {
    const { db, dialect } = store;
    const bia = await createUser(db, { ...ana, email: 'bia@exemplo.com.br' }, noon);
    const { id } = await createUser(db, ana, noon);
    await startSession(db, id, noon);
    const now = after(dayMs);
    const [ended, recorded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // SQLite runs one transaction after the other.
    if (dialect === 'sqlite') recorded.resolve();
    const ending = db.transaction().execute(async (transaction) => {
      await endSessionsOf(transaction, id);
      ended.resolve();
      await recorded.promise;
      await recordUserAct(transaction, 'session.ended_elsewhere', system, id, now);
    });
    await ended.promise;
    const signIn = db.transaction().execute(async (transaction) => {
      await recordUserAct(transaction, 'session.started', system, bia.id, now);
      recorded.resolve();
      return startSession(transaction, bia.id, now);
    });
    const [{ token }] = await Promise.all([signIn, ending]);
    expect(await maybeSessionUser(db, token, now, 8)).toEqual(bia);
  });

  describe('the first administrator', () => {
    const nothingGiven = { adminEmail: undefined, adminPassword: undefined };

    test('gets a random password, shown once', async () => {
      const first = await firstAdministrator(store.db, nothingGiven, noon);
      expect(first?.email).toBe('admin@caged.local');
      const words = ['admin@caged.local', 'Administrador', 'do sistema'];
      expect(passwordStrength(first?.generatedPassword ?? '', words).errors).toEqual([]);
      const account = await maybeAccount(store.db, 'admin@caged.local');
      expect([account?.role, account?.must_change_password]).toEqual(['ADMIN', 1]);
      expect(await isPassword(account?.password_hash, first?.generatedPassword ?? '')).toBe(true);
      expect(await firstAdministrator(store.db, nothingGiven, noon)).toBeUndefined();
    });

    test('is the configured one, whose password is not printed', async () => {
      const given = { adminEmail: 'chefe@exemplo.com.br', adminPassword: 'senha do chefe' };
      const first = await firstAdministrator(store.db, given, noon);
      expect(first).toEqual({ email: 'chefe@exemplo.com.br', generatedPassword: undefined });
      const account = await maybeAccount(store.db, 'chefe@exemplo.com.br');
      expect(await isPassword(account?.password_hash, 'senha do chefe')).toBe(true);
      expect(account?.must_change_password).toBe(0);
      expect(await firstAdministrator(store.db, given, after(30 * dayMs))).toBeUndefined();
    });

    test.each(['Admin@123', 'Chefe-2026'])(
      'is refused a common password: %s',
      async (adminPassword) => {
        const given = { adminEmail: 'chefe@exemplo.com.br', adminPassword };
        await expect(firstAdministrator(store.db, given, noon)).rejects.toThrow(
          'ADMIN_PASSWORD é fácil demais de adivinhar',
        );
        expect(await maybeAccount(store.db, 'chefe@exemplo.com.br')).toBeUndefined();
      },
    );

    test('is not created if another administrator exists, but is if only clients exist', async () => {
      await createUser(store.db, ana, noon);
      expect(await firstAdministrator(store.db, nothingGiven, noon)).toBeDefined();
      const given = { adminEmail: 'outro@exemplo.com.br', adminPassword: 'outra senha' };
      expect(await firstAdministrator(store.db, given, noon)).toBeUndefined();
      expect(await maybeAccount(store.db, 'outro@exemplo.com.br')).toBeUndefined();
    });

    test('is created once when two processes start at the same time', async () => {
      const both = await Promise.all([
        firstAdministrator(store.db, nothingGiven, noon),
        firstAdministrator(store.db, nothingGiven, noon),
      ]);
      expect(both.filter((first) => first !== undefined)).toHaveLength(1);
    });
  });
});

test('an API key is accepted while the database is read-only', async () => {
  const [{ open }] = testStores();
  const store = await open();
  const deps = { store, clock: () => noon };
  const at = noon.toISOString();
  await store.db
    .insertInto('companies')
    .values({ id: 'acme', name: 'Acme', cnpj: '11222333000181', created_at: at, updated_at: at })
    .execute();
  const { id, key } = await insertApiKey(deps, system, 'acme', { name: 'BI', days: 30 });
  await sql`pragma query_only = on`.execute(store.db);
  const unnoted: unknown[] = [];
  const caller = await maybeApiCaller(deps, key, (error) => void unnoted.push(error));
  expect(caller).toEqual({ keyId: id, companyId: 'acme' });
  expect(unnoted).toHaveLength(1);
  await sql`pragma query_only = off`.execute(store.db);
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  accountsOver,
  knownPassword,
  type Accounts,
  type Person,
} from '../../../tests/support/accounts.ts';
import { MySession } from '../../../shared/contracts/my-sessions.ts';
import { recordUserAct } from '../../people/audit/audit.ts';
import { sha256 } from '../../platform/digest.ts';
import { sessionId, startSession } from '../../people/identity/sessions.ts';
import { untilBlocked } from '../../../tests/support/blocked-transactions.ts';
import { testStores, testedStores } from '../../../tests/support/stores.ts';

describe.each(testedStores())('sessions, with the store in $dialect', ({ dialect, open }) => {
  let accounts: Accounts;
  let ana: Person;

  beforeEach(async () => {
    accounts = await accountsOver(await open());
    ana = await accounts.person('CLIENT');
  });
  afterEach(() => accounts.app.close());

  const list = async (who = ana) => (await accounts.call(who, { url: '/api/my-sessions' })).json();
  const end = (which: string, password = knownPassword) =>
    accounts.call(ana, {
      method: 'POST',
      url: '/api/my-sessions/end',
      payload: { which, password },
    });
  const another = async () => {
    accounts.pass(1000);
    const origin = { device: 'Firefox no Linux', address: '10.0.0.7' };
    return { ...ana, ...(await startSession(accounts.store.db, ana.id, accounts.now(), origin)) };
  };
  const isIn = async (who: Person) =>
    (await accounts.call(who, { url: '/api/user' })).statusCode === 200;

  test('none of the list is refused with what to do', async () => {
    const refused = await end('outras');
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      'Escolha uma sessão da lista.',
    ]);
  });

  test('are listed to their owner with browser, address and times', async () => {
    await another();
    await accounts.person('ADMIN');
    expect(await list()).toEqual([
      {
        id: expect.stringMatching(/^[\da-f]{64}$/),
        device: 'Firefox no Linux',
        address: '10.0.0.7',
        startedAt: '2026-08-01T12:00:01.000Z',
        lastUsedAt: '2026-08-01T12:00:01.000Z',
        expiresAt: '2026-08-02T12:00:01.000Z',
        isCurrent: false,
      },
      expect.objectContaining({ device: null, address: null, isCurrent: true }),
    ]);
  });

  test('end one by one and all but the own, by the password', async () => {
    const [second, third, fourth] = [await another(), await another(), await another()];
    const { id } = (await list(fourth))[0];
    expect((await end(id)).json()).toEqual({ message: 'A sessão foi encerrada.' });
    expect(await isIn(fourth)).toBe(false);
    expect([await isIn(ana), await isIn(second), await isIn(third)]).toEqual([true, true, true]);
    expect((await end(id)).statusCode).toBe(404);
    expect((await end('others')).statusCode).toBe(200);
    expect([await isIn(ana), await isIn(second), await isIn(third)]).toEqual([true, false, false]);
    const acts = await accounts.store.db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'session.ended_elsewhere')
      .orderBy('details')
      .execute();
    expect(acts).toEqual([{ details: '{"sessions":1}' }, { details: '{"sessions":2}' }]);
  });

  // SQLite runs one transaction after the other.
  if (dialect === 'postgres') {
    test('end without blocking a sign-in of their owner', async () => {
      const { db } = accounts.store;
      const second = await another();
      accounts.pass(25 * 3_600_000);
      const { token } = await startSession(db, ana.id, accounts.now());
      // The first entry creates the row that later ones lock.
      await accounts.signIn(ana.email, knownPassword);
      // An expired session, which both delete.
      const expired = await startSession(db, ana.id, accounts.now());
      await db
        .updateTable('sessions')
        .set({ expires_at: new Date(0).toISOString() })
        .where('token_hash', '=', sha256(expired.token))
        .execute();
      const calls = await db.transaction().execute(async (transaction) => {
        const system = { userId: null, address: null };
        await recordUserAct(transaction, 'user.updated', system, ana.id, accounts.now());
        const signIn = accounts.signIn(ana.email, knownPassword);
        await untilBlocked(db, 1);
        ana = { ...ana, token };
        const ended = end('others');
        await untilBlocked(db, 2);
        return [signIn, ended];
      });
      expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      expect(await isIn(second)).toBe(false);
    });

    test('end by signing out with an expired one during a sign-in of their owner', async () => {
      const { db } = accounts.store;
      // The first entry creates the row that later ones lock.
      await accounts.signIn(ana.email, knownPassword);
      const expired = await startSession(db, ana.id, new Date(0));
      const calls = await db.transaction().execute(async (transaction) => {
        const system = { userId: null, address: null };
        await recordUserAct(transaction, 'user.updated', system, ana.id, accounts.now());
        const signIn = accounts.signIn(ana.email, knownPassword);
        await untilBlocked(db, 1);
        const cookies = { caged_session: expired.token };
        const signOut = accounts.app.inject({ url: '/api/logout', cookies });
        await untilBlocked(db, 2);
        return [signIn, signOut];
      });
      expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual([200, 302]);
    });
  }

  test('get a new token with a proof of identity, and the old one ends', async () => {
    const second = await another();
    const isOpen = async (token: string) =>
      (await accounts.app.inject({ url: '/api/user', cookies: { caged_session: token } }))
        .statusCode === 200;
    const listed = MySession.array().parse(await list());
    const before = listed.find(({ isCurrent }) => isCurrent);
    accounts.pass(3_600_000);
    expect((await end('others', 'Outra-Senha-77')).cookies).toEqual([]);
    expect(await isOpen(ana.token)).toBe(true);
    const [set] = (await end(sessionId(second.token))).cookies;
    expect(set).toMatchObject({ name: 'caged_session', httpOnly: true, sameSite: 'Lax' });
    // The session ends when it would have: 23 of its 24 hours are left, but a second.
    expect(set?.maxAge).toBe(23 * 3600 - 1);
    const token = set?.value ?? '';
    expect(token).toMatch(/^[\w-]{43}$/);
    expect([await isOpen(ana.token), await isOpen(token)]).toEqual([false, true]);
    const { startedAt, expiresAt } = before ?? {};
    const now = { id: sessionId(token), isCurrent: true, startedAt, expiresAt };
    expect(await list()).toEqual([expect.objectContaining(now)]);
    // A proof that fails later, here for an unknown session, was a proof all the same.
    const unknown = await end(sessionId(second.token));
    expect(unknown.statusCode).toBe(404);
    expect(await isOpen(token)).toBe(false);
    expect(await isOpen(unknown.cookies[0]?.value ?? '')).toBe(true);
  });

  test('have their own time of the last use', async () => {
    const second = await another();
    accounts.pass(3_600_000);
    const used = async () =>
      Object.fromEntries(
        (await list(second)).map(({ id, lastUsedAt }: MySession) => [id, lastUsedAt]),
      );
    await used();
    await expect.poll(used).toEqual({
      [sessionId(second.token)]: '2026-08-01T13:00:01.000Z',
      [sessionId(ana.token)]: '2026-08-01T12:00:00.000Z',
    });
  });

  test('do not end without the password, nor those of others', async () => {
    const second = await another();
    const refused = await end('others', 'Outra-Senha-77');
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toEqual({
      code: 'wrong_password',
      message: 'Senha incorreta',
      field: 'password',
    });
    const entries = await accounts.store.db
      .selectFrom('audit_log')
      .select(['outcome', 'subject_id'])
      .where('action', '=', 'confirmation.refused')
      .execute();
    expect(entries).toEqual([{ outcome: 'failure', subject_id: ana.id }]);
    expect(await isIn(second)).toBe(true);
    const bento = await accounts.person('CLIENT');
    expect((await end((await list(bento))[0].id)).statusCode).toBe(404);
    expect(await isIn(bento)).toBe(true);
  });

  test('of a person are ended by an administrator who confirms with the password', async () => {
    const chief = await accounts.person('ADMIN');
    const endAll = (password: string) =>
      accounts.call(chief, {
        method: 'POST',
        url: `/api/admin/users/${ana.id}/end-sessions`,
        payload: { password },
      });
    expect((await endAll('errada')).json().code).toBe('wrong_password');
    expect(await isIn(ana)).toBe(true);
    expect((await endAll(knownPassword)).statusCode).toBe(200);
    expect([await isIn(ana), await isIn(chief)]).toEqual([false, true]);
  });
});

test('a session found open does not help to guess the password', async () => {
  const [{ open }] = testStores();
  const accounts = await accountsOver(await open());
  const ana = await accounts.person('CLIENT');
  const end = async (password: string) => {
    const payload = { which: 'others', password };
    return (await accounts.call(ana, { method: 'POST', url: '/api/my-sessions/end', payload }))
      .statusCode;
  };
  for (let round = 0; round < 5; round += 1) expect(await end('errada')).toBe(400);
  expect(await end(knownPassword)).toBe(429);
  await accounts.app.close();
});

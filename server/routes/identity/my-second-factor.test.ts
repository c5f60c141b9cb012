import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  accountsOver,
  knownPassword,
  tokenOf,
  type Accounts,
  type Person,
} from '../../../tests/support/accounts.ts';
import { testStores, testedStores } from '../../../tests/support/stores.ts';
import { secretKeyChecks } from '../../operations/checks.ts';
import { Seal } from '../../people/identity/seal.ts';
import { requireCode, SecondFactors } from '../../people/identity/second-factor.ts';
import { Metrics } from '../../platform/observability/metrics.ts';
import { sha256 } from '../../platform/digest.ts';
import { codeOf as codeOfError } from '../../platform/errors.ts';

const halfMinute = 30_000;

describe.each(testedStores())('a second factor, with the store in $dialect', ({ open }) => {
  let accounts: Accounts;
  let ana: Person;

  beforeEach(async () => {
    accounts = await accountsOver(await open());
    ana = await accounts.person('ADMIN');
  });
  afterEach(() => accounts.app.close());

  const post = (path: string, payload: object, who: Person | null = ana) =>
    accounts.call(who, { method: 'POST', url: `/api/${path}`, payload });
  const state = async () => (await accounts.call(ana, { url: '/api/my-second-factor' })).json();
  const signIn = (code?: string, { email } = ana) =>
    post('login', { email, password: knownPassword, ...(code && { code }) }, null);
  const codeOf = (secret: string, later = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: accounts.now().getTime() + later,
    });

  /** Turns the second factor on; returns its secret and the recovery codes. */
  async function turnOn(who = ana): Promise<{ secret: string; recoveryCodes: string[] }> {
    const password = knownPassword;
    const { secret } = (await post('my-second-factor/begin', { password }, who)).json();
    const confirmed = await post('my-second-factor/confirm', { code: codeOf(secret) }, who);
    expect(confirmed.statusCode, confirmed.body).toBe(200);
    accounts.pass(halfMinute);
    return { secret, recoveryCodes: confirmed.json().recoveryCodes };
  }

  test('begins with the password, is required from its first code on, and is sealed in the store', async () => {
    const refused = await post('my-second-factor/begin', { password: 'errada' });
    expect([refused.statusCode, refused.json().field]).toEqual([400, 'password']);
    const begun = (await post('my-second-factor/begin', { password: knownPassword })).json();
    expect(begun.uri).toContain(`secret=${begun.secret}`);
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\/CAGED%20Analytics:/);
    expect((await signIn()).statusCode).toBe(200);
    const wrong = await post('my-second-factor/confirm', { code: codeOf(begun.secret, 600_000) });
    expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'wrong_code']);
    expect((await state()).isOn).toBe(false);
    const right = await post('my-second-factor/confirm', { code: codeOf(begun.secret) });
    expect(new Set(right.json().recoveryCodes).size).toBe(8);
    expect(await state()).toEqual({ isOn: true, isRequired: false, recoveryCodesLeft: 8 });
    const rows = await accounts.store.db.selectFrom('second_factors').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(begun.secret);
  });

  test('that was just confirmed stays on if another request was about to begin one', async () => {
    const { secret } = await turnOn();
    // Such a request found no second factor before the confirmation, and writes after it.
    expect(await new SecondFactors(randomBytes(32)).begin(accounts.store.db, ana)).toBeUndefined();
    expect((await signIn()).json().code).toBe('code_required');
    expect((await signIn(codeOf(secret))).statusCode).toBe(200);
  });

  test('opens a session by each code once, and is requested only after a correct password', async () => {
    const { secret } = await turnOn();
    const requested = await signIn();
    expect([requested.statusCode, requested.json().code, requested.cookies]).toEqual([
      401,
      'code_required',
      [],
    ]);
    const stranger = await post('login', { email: ana.email, password: 'errada' }, null);
    expect(stranger.json().code).toBe('invalid_credentials');
    const code = codeOf(secret);
    expect((await signIn(`${code.slice(0, 3)} ${code.slice(3)}`)).statusCode).toBe(200);
    const again = await signIn(code);
    expect([again.statusCode, again.json().code, again.cookies]).toEqual([401, 'wrong_code', []]);
  });

  test('has codes that are valid for their own 30 seconds, not before and not after', async () => {
    const { secret } = await turnOn();
    const early = codeOf(secret, halfMinute);
    expect((await signIn(early)).json().code).toBe('wrong_code');
    accounts.pass(halfMinute - 1);
    expect((await signIn(early)).json().code).toBe('wrong_code');
    accounts.pass(1);
    expect((await signIn(early)).statusCode).toBe(200);
    const late = codeOf(secret, halfMinute);
    accounts.pass(2 * halfMinute);
    expect((await signIn(late)).json().code).toBe('wrong_code');
    expect((await signIn(codeOf(secret))).statusCode).toBe(200);
  });

  test('that another key sealed is named as such, in the answer and in the health', async () => {
    const { recoveryCodes } = await turnOn();
    const { db } = accounts.store;
    const factors = new SecondFactors(randomBytes(32));
    expect(await factors.unreadableCount(db)).toBe(1);
    for (const role of ['all', 'web'] as const) {
      const [check] = secretKeyChecks(role, accounts.store, factors);
      expect(await check?.run()).toMatchObject({
        message: expect.stringContaining(
          'mudou, e a verificação em duas etapas de uma pessoa não funciona mais',
        ),
      });
    }
    // A worker decrypts none, and has another key where only the web processes get `SECRET_KEY`.
    expect(secretKeyChecks('worker', accounts.store, factors)).toEqual([]);
    // Simulates a changed key: another key seals the secret.
    const other = new Seal(randomBytes(32), 'second factors');
    const sealed_secret = other.close(new Secret({ size: 20 }).base32, ana.id);
    await db.updateTable('second_factors').set({ sealed_secret }).execute();
    const refused = await signIn('123456');
    expect([refused.statusCode, refused.json().code]).toEqual([401, 'second_factor_unreadable']);
    expect(refused.json().message).toContain('A chave deste sistema mudou');
    expect((await signIn(recoveryCodes[0])).statusCode).toBe(200);
  });

  test('is stood in for by a recovery code, once', async () => {
    const { recoveryCodes } = await turnOn();
    const [code = ''] = recoveryCodes;
    expect(code).toMatch(/^([a-km-z2-9]{6}-){4}[a-km-z2-9]{6}$/);
    expect((await signIn(code.toUpperCase())).statusCode).toBe(200);
    expect((await signIn(code)).json().code).toBe('wrong_code');
    expect((await state()).recoveryCodesLeft).toBe(7);
    const rows = await accounts.store.db.selectFrom('recovery_codes').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(recoveryCodes[1]);
  });

  test('is stood in for by a recovery code of an earlier version, which is shorter', async () => {
    await turnOn();
    const code_hash = sha256('abcde23456fghjk789mnpqrst');
    await accounts.store.db
      .insertInto('recovery_codes')
      .values({ code_hash, user_id: ana.id })
      .execute();
    expect((await signIn('abcde-23456-fghjk-789mn-pqrst')).statusCode).toBe(200);
  });

  test('belongs to one user: it neither opens nor changes that of another', async () => {
    const { secret, recoveryCodes } = await turnOn();
    const bia = await accounts.person('CLIENT');
    const ofBia = await turnOn(bia);
    expect((await signIn(ofBia.recoveryCodes[0])).json().code).toBe('wrong_code');
    for (let round = 0; round < 10; round += 1) {
      accounts.pass(5 * 60_000);
      await signIn('000000', bia);
    }
    expect((await signIn(codeOf(secret))).statusCode).toBe(200);
    const proof = { password: knownPassword, code: recoveryCodes[0] };
    expect((await post('my-second-factor/recovery-codes', proof)).statusCode).toBe(200);
    expect((await post('my-second-factor/remove', proof)).statusCode).toBe(200);
    expect((await signIn()).statusCode).toBe(200);
    accounts.pass(5 * 60_000);
    expect((await signIn(undefined, bia)).json().code).toBe('code_required');
    accounts.pass(5 * 60_000);
    expect((await signIn(ofBia.recoveryCodes[0], bia)).statusCode).toBe(200);
  });

  test('that is off has no recovery codes to renew', async () => {
    const refused = await post('my-second-factor/recovery-codes', { password: knownPassword });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'second_factor_off']);
  });

  test('is part of the proof that lasting acts require; a code counts for five minutes in its session', async () => {
    const { secret, recoveryCodes } = await turnOn();
    const newcomer = { firstName: 'Bia', lastName: 'Souza', role: 'ADMIN' };
    const create = (name: string, payload: object) =>
      post('admin/users', {
        ...newcomer,
        email: `${name}@exemplo.com.br`,
        temporaryPassword: 'Troque-Esta-Chave-91',
        ...payload,
      });
    const password = knownPassword;
    const elsewhere = { ...ana, token: tokenOf(await signIn(recoveryCodes[1])) };
    const withoutCode = await create('a', { password });
    expect([withoutCode.statusCode, withoutCode.json()]).toMatchObject([
      400,
      { code: 'code_required', field: 'code' },
    ]);
    const wrong = await create('a', { password, code: '000000' });
    expect([wrong.statusCode, wrong.json()]).toMatchObject([400, { code: 'wrong_code' }]);
    expect((await create('a', { code: codeOf(secret) })).json().field).toBe('password');
    expect((await create('a', { password, code: codeOf(secret) })).statusCode).toBe(201);
    expect((await create('b', { password })).statusCode).toBe(201);
    const renewed = await post('my-second-factor/recovery-codes', { password }, elsewhere);
    expect(renewed.json().code).toBe('code_required');
    accounts.pass(5 * 60_000);
    expect((await create('c', { password })).json().code).toBe('code_required');
    expect((await create('c', { password, code: recoveryCodes[0] })).statusCode).toBe(201);
  });

  test('is confirmed once: new recovery codes need the password and a code', async () => {
    const { secret, recoveryCodes } = await turnOn();
    const again = await post('my-second-factor/confirm', { code: codeOf(secret) });
    expect([again.statusCode, again.json().code]).toEqual([409, 'second_factor_on']);
    const renew = (payload: object) => post('my-second-factor/recovery-codes', payload);
    const password = knownPassword;
    expect((await renew({ code: codeOf(secret) })).json().field).toBe('password');
    expect((await renew({ password })).json().code).toBe('code_required');
    const renewed = await renew({ password, code: codeOf(secret) });
    expect(new Set(renewed.json().recoveryCodes).size).toBe(8);
    expect((await signIn(recoveryCodes[0])).json().code).toBe('wrong_code');
    expect((await signIn(renewed.json().recoveryCodes[0])).statusCode).toBe(200);
  });

  test('that is requested after a correct password leaves an entry in the audit', async () => {
    await turnOn();
    await signIn();
    const entries = await accounts.store.db
      .selectFrom('audit_log')
      .innerJoin('audit_addresses', 'entry_id', 'audit_log.id')
      .select(['action', 'subject_id', 'audit_addresses.address'])
      .where('action', '=', 'session.code_requested')
      .execute();
    expect(entries).toEqual([
      { action: 'session.code_requested', subject_id: ana.id, address: '127.0.0.1' },
    ]);
  });

  test('takes ten wrong codes in 24 hours, mails its owner at the fifth, and opens by a recovery code', async () => {
    const { secret, recoveryCodes } = await turnOn();
    for (let round = 0; round < 10; round += 1) {
      // Longer than the lockout's longest wait.
      accounts.pass(5 * 60_000);
      expect((await signIn('000000')).json().code).toBe('wrong_code');
    }
    await accounts.mailQueue.idle();
    expect(accounts.mails.map(({ to, mail }) => [to, mail.subject])).toEqual([
      [ana.email, 'Códigos errados no login da sua conta — CAGED Analytics'],
    ]);
    accounts.pass(5 * 60_000);
    const capped = await signIn(codeOf(secret));
    expect([capped.statusCode, capped.json().code]).toEqual([429, 'too_many_codes']);
    accounts.pass(5 * 60_000);
    expect((await signIn(recoveryCodes[0])).statusCode).toBe(200);
    accounts.pass(24 * 3_600_000);
    expect((await signIn(codeOf(secret))).statusCode).toBe(200);
  });

  test('takes a code after ten wrong passwords, which are no wrong codes', async () => {
    const { secret } = await turnOn();
    for (let round = 0; round < 10; round += 1) {
      accounts.pass(5 * 60_000);
      await post('login', { email: ana.email, password: 'errada' }, null);
    }
    accounts.pass(5 * 60_000);
    expect((await signIn(codeOf(secret))).statusCode).toBe(200);
  });

  test('wrong codes of a clock that was ahead do not count once it is put back', async () => {
    const { secret } = await turnOn();
    const ahead = 40 * 86_400_000;
    accounts.pass(ahead);
    for (let round = 0; round < 10; round += 1) {
      accounts.pass(5 * 60_000);
      await signIn('000000');
    }
    accounts.pass(-ahead);
    expect((await signIn(codeOf(secret))).statusCode).toBe(200);
  });

  test('mails its owner at the fifth wrong code, also if it comes together with the fourth', async () => {
    const mailed: string[] = [];
    const deps = {
      db: accounts.store.db,
      clock: () => accounts.now(),
      factors: new SecondFactors(randomBytes(32)),
      mailQueue: { add: (to: string) => void mailed.push(to) },
    };
    const account = { ...ana, first_name: 'Ana' };
    const actor = { userId: null, address: '127.0.0.1' };
    const guess = () =>
      requireCode(deps, account, '000000', { actor, action: 'session.refused', status: 401 });
    for (let round = 0; round < 3; round += 1) await expect(guess()).rejects.toThrow();
    expect(mailed).toEqual([]);
    await Promise.allSettled([guess(), guess()]);
    expect(mailed).toEqual([ana.email]);
    await expect(guess()).rejects.toThrow();
    expect(mailed).toEqual([ana.email]);
  });

  test('takes no more than ten wrong codes, also if they come together', async () => {
    const factors = new SecondFactors(randomBytes(32));
    const { secret = '' } = (await factors.begin(accounts.store.db, ana)) ?? {};
    const deps = {
      db: accounts.store.db,
      clock: () => accounts.now(),
      factors,
      mailQueue: { add: () => undefined },
    };
    const account = { ...ana, first_name: 'Ana' };
    const actor = { userId: null, address: '127.0.0.1' };
    const answerTo = (code: string) =>
      requireCode(deps, account, code, { actor, action: 'session.refused', status: 401 }).then(
        () => 'taken',
        (error: unknown) => codeOfError(error),
      );
    for (let round = 0; round < 9; round += 1) {
      expect(await answerTo('000000')).toBe('wrong_code');
    }
    const together = await Promise.all(['000000', '000001', '000002'].map(answerTo));
    expect(together).toContain('wrong_code');
    expect(together.filter((code) => code === 'too_many_codes')).toHaveLength(2);
    expect(await answerTo(codeOf(secret))).toBe('too_many_codes');
  });

  test('slows guessing down', async () => {
    await turnOn();
    for (let round = 0; round < 5; round += 1) await signIn('000000');
    expect((await signIn('000000')).statusCode).toBe(429);
  });

  test('is removed by its owner, and by an administrator who confirms', async () => {
    const { secret } = await turnOn();
    const proof = { password: knownPassword, code: codeOf(secret) };
    expect((await post('my-second-factor/begin', proof)).statusCode).toBe(409);
    expect((await post('my-second-factor/remove', { password: 'errada' })).statusCode).toBe(400);
    expect((await post('my-second-factor/remove', { password: knownPassword })).statusCode).toBe(
      200,
    );
    expect((await signIn()).statusCode).toBe(200);

    await turnOn();
    const chief = await accounts.person('ADMIN');
    const listed = async () =>
      (await accounts.call(chief, { url: '/api/admin/users?search=pessoa1' })).json()[0];
    expect((await listed()).hasSecondFactor).toBe(true);
    const path = `admin/users/${ana.id}/remove-second-factor`;
    expect((await post(path, { password: 'errada' }, chief)).statusCode).toBe(400);
    expect((await post(path, { password: knownPassword }, chief)).statusCode).toBe(200);
    expect((await listed()).hasSecondFactor).toBe(false);
    expect((await accounts.call(ana, { url: '/api/user' })).statusCode).toBe(401);
    expect((await signIn()).statusCode).toBe(200);
  });
});

const [{ open: openStore }] = testStores();

test('of two windows that begin one, only the key of the later one turns it on', async () => {
  const accounts = await accountsOver(await openStore());
  const { db } = accounts.store;
  const ana = await accounts.person('CLIENT');
  const factors = new SecondFactors(randomBytes(32));
  const codeOf = (secret = '') =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: accounts.now().getTime(),
    });
  const takes = (begun: { secret: string } | undefined) =>
    factors.takesCode(db, ana.id, codeOf(begun?.secret), accounts.now());
  const first = await factors.begin(db, ana);
  // The code is being checked when the other window gets its key.
  const [isTaken, second] = await Promise.all([takes(first), factors.begin(db, ana)]);
  expect([isTaken, await takes(first), await takes(second)]).toEqual([false, false, true]);
  await accounts.app.close();
});

test('where administrators must have one, nothing else opens to them before', async () => {
  const accounts = await accountsOver(await openStore(), new Metrics(), true);
  const chief = await accounts.person('ADMIN');
  const client = await accounts.person('CLIENT');
  const statusOf = async (who: Person, url: string) =>
    (await accounts.call(who, { url })).statusCode;
  const closed = await accounts.call(chief, { url: '/api/admin/users' });
  expect([closed.statusCode, closed.json().code]).toEqual([403, 'must_set_second_factor']);
  const entered = await accounts.signIn(chief.email, knownPassword);
  expect(entered.json().mustSetSecondFactor).toBe(true);
  expect(await statusOf(client, '/api/my-data')).toBe(200);

  const who = { ...chief, token: tokenOf(entered) };
  const post = (path: string, payload: object) =>
    accounts.call(who, { method: 'POST', url: `/api/my-second-factor/${path}`, payload });
  const { secret } = (await post('begin', { password: knownPassword })).json();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: accounts.now().getTime(),
  });
  expect((await post('confirm', { code })).statusCode).toBe(200);
  expect(await statusOf(who, '/api/admin/users')).toBe(200);
  expect((await post('remove', { password: knownPassword })).json().code).toBe(
    'second_factor_required',
  );
  const asAnother = await accounts.call(who, {
    method: 'POST',
    url: `/api/admin/users/${who.id}/remove-second-factor`,
    payload: { password: knownPassword },
  });
  expect([asAnother.statusCode, asAnother.json().code]).toEqual([409, 'own_account']);
  await accounts.app.close();
});

test('a secret that another installation sealed opens nothing', async () => {
  const store = await openStore();
  const accounts = await accountsOver(store);
  const { id, email } = await accounts.person('CLIENT');
  const now = accounts.now();
  const begun = await new SecondFactors(randomBytes(32)).begin(store.db, { id, email });
  const secret = begun?.secret ?? '';
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: now.getTime(),
  });
  expect(await new SecondFactors(randomBytes(32)).takesCode(store.db, id, code, now)).toBe(false);
  await accounts.app.close();
});

test('a sealed secret that was changed, or is another person’s, opens nothing', async () => {
  const accounts = await accountsOver(await openStore());
  const { db } = accounts.store;
  const now = accounts.now();
  const owner = await accounts.person('CLIENT');
  const other = await accounts.person('CLIENT');
  const factors = new SecondFactors(randomBytes(32));
  const secret = (await factors.begin(db, owner))?.secret ?? '';
  await factors.begin(db, other);
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: now.getTime(),
  });
  const { sealed_secret: sealed } = await db
    .selectFrom('second_factors')
    .select('sealed_secret')
    .where('user_id', '=', owner.id)
    .executeTakeFirstOrThrow();
  const opens = async (id: string, sealed_secret: string) => {
    await db
      .updateTable('second_factors')
      .set({ sealed_secret })
      .where('user_id', '=', id)
      .execute();
    return factors.takesCode(db, id, code, now);
  };
  const changed = `${sealed.slice(0, -4)}${sealed.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
  expect(await opens(owner.id, changed)).toBe(false);
  expect(await opens(other.id, sealed)).toBe(false);
  expect(await opens(owner.id, sealed)).toBe(true);
  await accounts.app.close();
});

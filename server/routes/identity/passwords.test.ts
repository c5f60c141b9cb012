import { setTimeout } from 'node:timers/promises';
import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  accountsOver,
  knownPassword,
  tokenOf,
  type Accounts,
  type Person,
} from '../../../tests/support/accounts.ts';
import { ChangePassword } from '../../../shared/contracts/passwords.ts';
import { testedStores } from '../../../tests/support/stores.ts';

const chosen = 'Outra-Lua-Minguante-38';

/** The token of a known device that a response set. */
const deviceOf = ({ cookies }: LightMyRequestResponse) =>
  cookies.find(({ name }) => name === 'caged_device')?.value ?? '';

describe.each(testedStores())('passwords, with the store in $dialect', ({ open }) => {
  let accounts: Accounts;
  let ana: Person;

  beforeEach(async () => {
    accounts = await accountsOver(await open());
    ana = await accounts.person('CLIENT', { email: 'ana@exemplo.com.br', firstName: 'Ana' });
  });
  afterEach(() => accounts.app.close());

  const post = (who: Person | null, url: string, payload: object) =>
    accounts.call(who, { method: 'POST', url, payload });
  /** The status for exactly this token, also after the server replaced it. */
  const me = async (token: string) =>
    (await accounts.app.inject({ url: '/api/user', cookies: { caged_session: token } })).statusCode;
  const change = (payload: object, who: Person | null = ana) =>
    post(who, '/api/auth/change-password', {
      currentPassword: knownPassword,
      newPassword: chosen,
      confirmPassword: chosen,
      ...payload,
    });
  const passwordChanges = () =>
    accounts.store.db
      .selectFrom('audit_log')
      .select(['outcome', 'actor_id', 'subject_id', 'details'])
      .where('action', '=', 'password.changed')
      .execute();

  const request = (email: string) => post(null, '/api/auth/request-password-reset', { email });
  const reset = (token: string, payload: object = {}) =>
    post(null, '/api/auth/reset-password', {
      token,
      newPassword: chosen,
      confirmPassword: chosen,
      ...payload,
    });
  const invalidToken = {
    code: 'invalid_token',
    field: 'token',
    message: 'Token inválido ou expirado. Solicite um novo reset de senha.',
  };
  const signInOn = (device: string, password: string) =>
    accounts.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { email: ana.email, password },
      cookies: { caged_device: device },
    });
  const guessAsStranger = async () => {
    for (let round = 0; round < 8; round += 1) await accounts.signIn(ana.email, 'errada');
  };
  const mailedToken = async () => {
    await accounts.mailQueue.idle();
    const text = accounts.mails.at(-1)?.mail.text ?? '';
    return /https:\/\/caged\.example\/reset-password#token=([\w-]{43})/.exec(text)?.[1] ?? '';
  };

  describe('changing', () => {
    test('gives a new session and ends every other one at once', async () => {
      const elsewhere = tokenOf(await accounts.signIn(ana.email, knownPassword));
      expect(await me(elsewhere)).toBe(200);
      const answer = await change({});
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        { message: 'Sua senha foi alterada com sucesso!' },
      ]);
      expect(await me(ana.token)).toBe(401);
      expect(await me(elsewhere)).toBe(401);
      expect(await me(tokenOf(answer))).toBe(200);
      expect((await accounts.signIn(ana.email, knownPassword)).statusCode).toBe(401);
      expect((await accounts.signIn(ana.email, chosen)).statusCode).toBe(200);
    });

    test('is reported to the person by mail and recorded', async () => {
      await change({});
      await accounts.mailQueue.idle();
      expect(accounts.mails.map(({ to, mail }) => [to, mail.subject])).toEqual([
        [ana.email, 'Sua senha foi alterada — CAGED Analytics'],
      ]);
      expect(await passwordChanges()).toEqual([
        { outcome: 'success', actor_id: ana.id, subject_id: ana.id, details: '{}' },
      ]);
    });

    test('reports an empty current password and a wrong confirmation at the same time', () => {
      const typed = { currentPassword: '', newPassword: chosen, confirmPassword: 'outra' };
      const { error } = ChangePassword.safeParse(typed);
      expect(error?.issues.map(({ message }) => message)).toEqual([
        'Senha atual é obrigatória',
        'Confirmação de senha não confere',
      ]);
    });

    test.each([
      [{ currentPassword: '' }, 'currentPassword', 'Senha atual é obrigatória'],
      [{ currentPassword: 'errada' }, 'currentPassword', 'Senha atual incorreta'],
      [{ newPassword: 'Ab1!' }, 'newPassword', 'Nova senha deve ter no mínimo 8 caracteres'],
      [
        { newPassword: 'sem-maiuscula-1' },
        'newPassword',
        'Nova senha deve conter pelo menos uma letra maiúscula',
      ],
      [
        { newPassword: 'SEM-MINUSCULA-1' },
        'newPassword',
        'Nova senha deve conter pelo menos uma letra minúscula',
      ],
      [
        { newPassword: 'Sem-Numero-Aqui' },
        'newPassword',
        'Nova senha deve conter pelo menos um número',
      ],
      [
        { newPassword: 'SemEspecial12' },
        'newPassword',
        'Nova senha deve conter pelo menos um caractere especial',
      ],
      [{ confirmPassword: 'outra' }, 'confirmPassword', 'Confirmação de senha não confere'],
      [
        { newPassword: 'P@ssw0rd', confirmPassword: 'P@ssw0rd' },
        'newPassword',
        'Nova senha é fácil demais de adivinhar: escolha uma menos comum',
      ],
      [
        { newPassword: knownPassword, confirmPassword: knownPassword },
        'newPassword',
        'Nova senha deve ser diferente da atual',
      ],
      [{ role: 'ADMIN' }, 'role', 'Campo desconhecido: role.'],
    ])('refuses %o', async (payload, field, message) => {
      const answer = await change(payload);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ field, message });
      expect(await me(ana.token)).toBe(200);
    });

    test('slows guesses at the current password down', async () => {
      for (let round = 0; round < 5; round += 1) {
        expect((await change({ currentPassword: 'errada' })).statusCode).toBe(400);
      }
      const entry = { outcome: 'failure', actor_id: ana.id, subject_id: ana.id, details: '{}' };
      expect(await passwordChanges()).toEqual(Array.from({ length: 5 }, () => entry));
      const answer = await change({});
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '1']);
    });

    test('keeps its browser a known device, while strangers guess, and no other browser', async () => {
      const elsewhere = deviceOf(await accounts.signIn(ana.email, knownPassword));
      const here = deviceOf(await change({}));
      await guessAsStranger();
      expect((await signInOn(elsewhere, chosen)).statusCode).toBe(429);
      const signedIn = await signInOn(here, chosen);
      expect(signedIn.statusCode).toBe(200);
      await guessAsStranger();
      expect((await signInOn(deviceOf(signedIn), chosen)).statusCode).toBe(200);
    });

    test('ends a session that began with the old password during the change', async () => {
      const [changed, signedIn] = await Promise.all([
        change({}),
        accounts.signIn(ana.email, knownPassword),
      ]);
      expect(changed.statusCode).toBe(200);
      // The sign-in is either refused or its session is over.
      const left = signedIn.statusCode === 200 ? await me(tokenOf(signedIn)) : signedIn.statusCode;
      expect(left).toBe(401);
    });
  });

  test('the name of the company counts where a password is checked, changed and given', async () => {
    const { db } = accounts.store;
    const now = '2026-08-01T12:00:00.000Z';
    const id = '2c1f4a52-5a0b-4c7e-9f5e-0d7a3b1c9e10';
    await db
      .insertInto('companies')
      .values({
        id,
        name: 'Padaria Boa Massa',
        cnpj: '11222333000181',
        industry: null,
        size: 'PEQUENA',
        cnaes: '[]',
        cnae_principal: null,
        search_text: '',
        created_at: now,
        updated_at: now,
      })
      .execute();
    const weak = 'PadariaBoaMassa#7';
    const rui = await accounts.person('CLIENT', { companyId: id });
    const checked = (who: Person) =>
      post(who, '/api/auth/check-password-strength', { password: weak });
    expect((await checked(ana)).json().isValid).toBe(true);
    expect((await checked(rui)).json().isValid).toBe(false);
    const changed = await change({ newPassword: weak, confirmPassword: weak }, rui);
    expect(changed.json()).toMatchObject({ code: 'weak_password', field: 'newPassword' });
    await request(rui.email);
    const token = await mailedToken();
    const meant = await post(null, '/api/auth/check-password-strength', { password: weak, token });
    expect(meant.json().isValid).toBe(false);
    const byLink = await reset(token, { newPassword: weak, confirmPassword: weak });
    expect(byLink.json()).toMatchObject({ code: 'weak_password', field: 'newPassword' });
    const chief = await accounts.person('ADMIN');
    const given = await post(chief, '/api/admin/users', {
      firstName: 'Rui',
      lastName: 'Sá',
      email: 'rui@exemplo.com.br',
      companyId: id,
      temporaryPassword: weak,
    });
    expect(given.json()).toMatchObject({ code: 'weak_password', field: 'temporaryPassword' });
  });

  describe('a temporary password', () => {
    test('ends the known devices of the earlier one: they give no more guesses', async () => {
      const chief = await accounts.person('ADMIN');
      const devices: string[] = [];
      for (let round = 0; round < 3; round += 1) {
        devices.push(deviceOf(await accounts.signIn(ana.email, knownPassword)));
      }
      const temporary = { temporaryPassword: chosen, password: knownPassword };
      const renewed = await post(chief, `/api/admin/users/${ana.id}/temporary-password`, temporary);
      expect(renewed.statusCode).toBe(200);
      await guessAsStranger();
      for (const device of devices) {
        expect((await signInOn(device, 'errada')).statusCode).toBe(429);
      }
      accounts.pass(3_600_000);
      const signedIn = await accounts.signIn(ana.email, chosen);
      await guessAsStranger();
      const first = { newPassword: 'Mais-Outra-Noite-55', confirmPassword: 'Mais-Outra-Noite-55' };
      const withIt = { ...ana, token: tokenOf(signedIn) };
      const here = deviceOf(await post(withIt, '/api/auth/first-password', first));
      expect((await signInOn(here, first.newPassword)).statusCode).toBe(200);
    });

    test('opens nothing but its change', async () => {
      const bia = await accounts.person('ADMIN', { mustChangePassword: true });
      const user = await accounts.call(bia, { url: '/api/user' });
      expect([user.statusCode, user.json().mustChangePassword]).toEqual([200, true]);
      const closed = await accounts.call(bia, { url: '/api/admin/users' });
      expect([closed.statusCode, closed.json().code]).toEqual([403, 'must_change_password']);
      const checked = await post(bia, '/api/auth/check-password-strength', { password: chosen });
      expect(checked.statusCode).toBe(200);

      const changed = await change({}, bia);
      const renewed = { ...bia, token: tokenOf(changed) };
      expect((await accounts.call(renewed, { url: '/api/admin/users' })).statusCode).toBe(200);
    });

    test('is not typed again for its change', async () => {
      const bia = await accounts.person('ADMIN', { mustChangePassword: true });
      const first = (newPassword: string, who = bia) =>
        post(who, '/api/auth/first-password', { newPassword, confirmPassword: newPassword });
      expect((await first(knownPassword)).json().code).toBe('same_password');
      expect((await first('curta')).json().field).toBe('newPassword');
      const renewed = { ...bia, token: tokenOf(await first(chosen)) };
      expect((await accounts.call(renewed, { url: '/api/admin/users' })).statusCode).toBe(200);
      expect(await me(bia.token)).toBe(401);
      const again = await first('Mais-Outra-Noite-55', renewed);
      expect([again.statusCode, again.json().code]).toEqual([409, 'not_temporary']);
    });

    test('opens nothing after 72 hours, and only a caller who knows it learns that it expired', async () => {
      const bia = await accounts.person('CLIENT', { mustChangePassword: true });
      accounts.pass(72 * 3_600_000 - 1);
      expect((await accounts.signIn(bia.email, knownPassword)).statusCode).toBe(200);
      accounts.pass(1);
      const late = await accounts.signIn(bia.email, knownPassword);
      expect([late.statusCode, late.json().code]).toEqual([401, 'temporary_password_expired']);
      const guess = await accounts.signIn(bia.email, chosen);
      expect([guess.statusCode, guess.json().code]).toEqual([401, 'invalid_credentials']);
    });
  });

  describe('resetting', () => {
    test('works once, ends every session, and notifies the person', async () => {
      expect((await request('ANA@exemplo.com.br')).statusCode).toBe(200);
      const token = await mailedToken();
      expect((await reset(token)).json()).toEqual({
        message: 'Sua senha foi redefinida com sucesso! Você já pode fazer login.',
      });
      expect(await me(ana.token)).toBe(401);
      expect((await accounts.signIn(ana.email, chosen)).statusCode).toBe(200);
      const again = await reset(token);
      expect([again.statusCode, again.json()]).toEqual([400, invalidToken]);
      await accounts.mailQueue.idle();
      expect(accounts.mails.at(-1)?.mail.subject).toContain('Sua senha foi alterada');
    });

    test('answers alike for an unknown and an inactive account, and sends no mail', async () => {
      const known = await request(ana.email);
      const unknown = await request('ninguem@exemplo.com.br');
      await accounts.mailQueue.idle();
      await accounts.store.db.updateTable('users').set({ is_active: 0 }).execute();
      const inactive = await request(ana.email);
      expect([unknown.statusCode, unknown.json()]).toEqual([known.statusCode, known.json()]);
      expect([inactive.statusCode, inactive.json()]).toEqual([known.statusCode, known.json()]);
      await accounts.mailQueue.idle();
      expect(accounts.mails).toHaveLength(1);
    });

    test('leaves an entry in the audit for an account, and one for none', async () => {
      await request(ana.email);
      await accounts.mailQueue.idle();
      await request('ninguem@exemplo.com.br');
      await accounts.mailQueue.idle();
      const entries = await accounts.store.db
        .selectFrom('audit_log')
        .select(['outcome', 'subject_id'])
        .where('action', '=', 'password.reset_requested')
        .orderBy('outcome')
        .execute();
      expect(entries).toEqual([
        { outcome: 'failure', subject_id: null },
        { outcome: 'success', subject_id: ana.id },
      ]);
    });

    test('leaves the link of another user valid', async () => {
      const bia = await accounts.person('CLIENT');
      await request(bia.email);
      const ofBia = await mailedToken();
      await request(ana.email);
      expect((await reset(await mailedToken())).statusCode).toBe(200);
      expect((await reset(ofBia)).statusCode).toBe(200);
      expect((await accounts.signIn(bia.email, chosen)).statusCode).toBe(200);
    });

    test('keeps only a hash of the token', async () => {
      await request(ana.email);
      const token = await mailedToken();
      const rows = await accounts.store.db.selectFrom('password_resets').selectAll().execute();
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain(token);
    });

    test('refuses a link that was sent while a clock was ahead', async () => {
      const ahead = 40 * 86_400_000;
      accounts.pass(ahead);
      await request(ana.email);
      const token = await mailedToken();
      accounts.pass(-ahead);
      expect((await reset(token)).json()).toEqual(invalidToken);
      await request(ana.email);
      expect((await reset(await mailedToken())).statusCode).toBe(200);
    });

    test('takes the newest link only, for one hour', async () => {
      await request(ana.email);
      const first = await mailedToken();
      await request(ana.email);
      const second = await mailedToken();
      expect(second).not.toBe(first);
      expect((await reset(first)).json()).toEqual(invalidToken);
      accounts.pass(3_600_000);
      expect((await reset(second)).json()).toEqual(invalidToken);
    });

    test('refuses a link after the password was changed otherwise', async () => {
      await request(ana.email);
      const token = await mailedToken();
      await change({});
      expect((await reset(token)).json()).toEqual(invalidToken);
    });

    test.each([
      { is_active: 0 },
      { email: 'nova@x.com.br', email_lower: 'nova@x.com.br' },
    ] as const)(
      'mails no link for an account that changed after the request: %o',
      async (changes) => {
        const changed = Promise.withResolvers<void>();
        const sent = Promise.withResolvers<void>();
        const changing = accounts.store.db.transaction().execute(async (transaction) => {
          await transaction.updateTable('users').set(changes).where('id', '=', ana.id).execute();
          await transaction.deleteFrom('password_resets').where('user_id', '=', ana.id).execute();
          changed.resolve();
          await sent.promise;
        });
        await changed.promise;
        const requested = request(ana.email);
        await setTimeout(100);
        sent.resolve();
        await Promise.all([changing, requested]);
        await accounts.mailQueue.idle();
        const links = await accounts.store.db.selectFrom('password_resets').selectAll().execute();
        expect(links).toEqual([]);
        expect(accounts.mails).toEqual([]);
      },
    );

    test('goes to one of two that come at the same time', async () => {
      await request(ana.email);
      const token = await mailedToken();
      const answers = await Promise.all([reset(token), reset(token)]);
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 400]));
    });

    test.each([
      [{ token: '' }, 'token', 'Token é obrigatório'],
      [{ token: 'qualquer' }, 'token', invalidToken.message],
      [{ newPassword: 'curta' }, 'newPassword', 'Nova senha deve ter no mínimo 8 caracteres'],
      [{ confirmPassword: 'x' }, 'confirmPassword', 'Confirmação de senha não confere'],
    ])('refuses %o', async (payload, field, message) => {
      const answer = await reset('um-token', payload);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ field, message });
    });

    test('a password that is refused leaves the link open', async () => {
      await request(ana.email);
      const token = await mailedToken();
      const own = { newPassword: 'P@ssw0rd', confirmPassword: 'P@ssw0rd' };
      expect((await reset(token, own)).json().field).toBe('newPassword');
      expect((await reset(token)).statusCode).toBe(200);
    });

    test('refuses an address that is none, and many requests for one person', async () => {
      const answer = await request('nada');
      expect([answer.statusCode, answer.json().message]).toEqual([400, 'Email inválido']);
      const statuses: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        statuses.push((await request('ninguem@exemplo.com.br')).statusCode);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 429]);
    });
  });
});

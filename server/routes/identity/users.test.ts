import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  accountsOver,
  knownPassword,
  type Accounts,
  type Person,
} from '../../../tests/support/accounts.ts';
import { untilBlocked } from '../../../tests/support/blocked-transactions.ts';
import { testedStores } from '../../../tests/support/stores.ts';
import { lockedUser } from '../../people/identity/users.ts';
import { User } from '../../../shared/contracts/users.ts';

const newcomer = {
  email: 'Bia.Souza@exemplo.com.br',
  firstName: 'Bia',
  lastName: 'Souza',
  role: 'CLIENT',
  companyId: null,
  temporaryPassword: 'Troque-Esta-Chave-91',
};

/** Adds the caller's password. */
const confirmed = (payload: object) => ({ ...payload, password: knownPassword });

describe.each(testedStores())('users, with the store in $dialect', ({ dialect, open }) => {
  let accounts: Accounts;
  let chief: Person;

  beforeEach(async () => {
    accounts = await accountsOver(await open());
    chief = await accounts.person('ADMIN', { email: 'chefe@exemplo.com.br', firstName: 'Zélia' });
  });
  afterEach(() => accounts.app.close());

  const list = (query = '') => accounts.call(chief, { url: `/api/admin/users${query}` });
  const create = (payload: object = {}) =>
    accounts.call(chief, {
      method: 'POST',
      url: '/api/admin/users',
      payload: { ...newcomer, ...payload },
    });
  const update = (id: string, payload: object, who = chief) =>
    accounts.call(who, { method: 'PUT', url: `/api/admin/users/${id}`, payload });
  const statusOf = async (person: Person) =>
    (await accounts.call(person, { url: '/api/user' })).statusCode;
  const deletePerson = (id: string, email: string, who = chief, password = knownPassword) =>
    accounts.call(who, {
      method: 'POST',
      url: `/api/admin/users/${id}/erasure`,
      payload: { email, password },
    });

  const countUsers = async () => (await list()).json().length;

  // SQLite runs one transaction after the other.
  if (dialect === 'postgres')
    test('change beside one another when one of them becomes an administrator meanwhile', async () => {
      const { db } = accounts.store;
      const people = [chief, await accounts.person('ADMIN'), await accounts.person('ADMIN')];
      const [ana, bia, caio] = people.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      if (!ana || !bia || !caio) throw new Error('There are three people.');
      await db.updateTable('users').set({ role: 'CLIENT' }).where('id', '=', ana.id).execute();
      const calls = await db.transaction().execute(async (transaction) => {
        await lockedUser(transaction, caio.id);
        const first = update(ana.id, { lastName: 'Lima' }, bia);
        await untilBlocked(db, 1);
        // The row with the lowest ID is now among those of the administrators, unless the change has locked it.
        const unlocked = db.selectFrom('users').select('id').forUpdate().skipLocked();
        await db
          .updateTable('users')
          .set({ role: 'ADMIN' })
          .where('id', '=', ana.id)
          .where('id', 'in', unlocked)
          .execute();
        const second = update(bia.id, { lastName: 'Souza' }, caio);
        await untilBlocked(db, 2);
        return [first, second];
      });
      expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    });

  test('creates a person, who must choose another password at the first sign-in', async () => {
    const answer = await create();
    expect(answer.statusCode).toBe(201);
    expect(User.parse(answer.json())).toMatchObject({
      email: 'Bia.Souza@exemplo.com.br',
      role: 'CLIENT',
      isActive: true,
      mustChangePassword: true,
      version: 1,
    });
    expect(answer.body).not.toContain('argon2');
    const signedIn = await accounts.signIn('bia.souza@EXEMPLO.com.br', newcomer.temporaryPassword);
    expect([signedIn.statusCode, signedIn.json().mustChangePassword]).toEqual([200, true]);
  });

  test.each([
    [{ email: '' }, 'email', 'Preencha todos os campos obrigatórios'],
    [{ email: 'sem-arroba' }, 'email', 'Email inválido'],
    [{ firstName: '  ' }, 'firstName', 'Preencha todos os campos obrigatórios'],
    [{ lastName: undefined }, 'lastName', 'Preencha todos os campos obrigatórios'],
    [{ firstName: 'a'.repeat(81) }, 'firstName', 'Use até 80 caracteres neste campo.'],
    [{ firstName: 'Ana\u0000' }, 'firstName', 'Este campo tem caracteres inválidos.'],
    [
      { temporaryPassword: undefined },
      'temporaryPassword',
      'Preencha todos os campos obrigatórios',
    ],
    [{ temporaryPassword: '' }, 'temporaryPassword', 'Preencha todos os campos obrigatórios'],
    [
      { temporaryPassword: 'curta' },
      'temporaryPassword',
      'Senha temporária deve ter no mínimo 8 caracteres',
    ],
    [
      { temporaryPassword: 'P@ssw0rd' },
      'temporaryPassword',
      'Senha temporária é fácil demais de adivinhar: escolha uma menos comum',
    ],
    [{ role: 'CHEFE' }, 'role', 'O papel é ADMIN, CLIENT ou VIEWER.'],
    [{ companyId: 'x' }, 'companyId', 'Escolha uma empresa da lista.'],
    [
      { companyId: '4e2f7a52-7d2e-4d3e-9c58-111111111111' },
      'companyId',
      'Escolha uma empresa da lista.',
    ],
    [{ isAdmin: true }, 'isAdmin', 'Campo desconhecido: isAdmin.'],
  ])('refuses to create with %o, and leaves nothing behind', async (payload, field, message) => {
    const answer = await create(payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ field, message });
    expect(await countUsers()).toBe(1);
  });

  test('refuses an e-mail that another account has, in upper or lower case', async () => {
    await create();
    const again = await create({ email: 'BIA.SOUZA@exemplo.com.br' });
    expect([again.statusCode, again.json()]).toEqual([
      409,
      { code: 'email_taken', field: 'email', message: 'Já existe um usuário com este e-mail.' },
    ]);
    const carlos = await accounts.person('CLIENT');
    const taken = await update(carlos.id, confirmed({ email: newcomer.email }));
    expect([taken.statusCode, taken.json().code]).toEqual([409, 'email_taken']);
  });

  test('lists by name, finds without accents, and gives pages', async () => {
    await create();
    await accounts.person('VIEWER', { firstName: 'Álvaro', lastName: 'Conceição' });
    const names = async (query: string) =>
      (await list(query)).json().map(({ firstName }: User) => firstName);
    expect(await names('')).toEqual(['Álvaro', 'Bia', 'Zélia']);
    expect(await names('?search=alvaro%20conceicao')).toEqual(['Álvaro']);
    expect(await names('?search=SOUZA@exemplo')).toEqual(['Bia']);
    expect(await names('?role=ADMIN')).toEqual(['Zélia']);
    expect(await names('?search=%25')).toHaveLength(3);
    const page = await list('?page=2&pageSize=2');
    expect(page.headers['x-total-count']).toBe('3');
    expect(page.json()).toHaveLength(1);
    expect((await list('?pageSize=0')).json()).toMatchObject({ field: 'pageSize' });
  });

  test('ends the sessions of a person at once when the role changes or the account is closed', async () => {
    const carlos = await accounts.person('CLIENT');
    expect(await statusOf(carlos)).toBe(200);
    expect((await update(carlos.id, { firstName: 'Carlos' })).json().firstName).toBe('Carlos');
    expect(await statusOf(carlos)).toBe(200);
    expect((await update(carlos.id, confirmed({ role: 'VIEWER' }))).json().role).toBe('VIEWER');
    expect(await statusOf(carlos)).toBe(401);

    const dora = await accounts.person('CLIENT');
    expect((await update(dora.id, confirmed({ isActive: false }))).json().isActive).toBe(false);
    expect(await statusOf(dora)).toBe(401);
    expect((await accounts.signIn(dora.email, knownPassword)).statusCode).toBe(401);
    const refused = await update(dora.id, { isActive: true });
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'password_required']);
    await update(dora.id, confirmed({ isActive: true }));
    expect(await statusOf(dora)).toBe(401);
    expect((await accounts.signIn(dora.email, knownPassword)).statusCode).toBe(200);
  });

  test('requires the own password where an e-mail, a role or a company changes or an account is closed, and only there', async () => {
    const carlos = await accounts.person('CLIENT', { email: 'carlos@exemplo.com.br' });
    const company = await accounts.call(chief, {
      method: 'POST',
      url: '/api/admin/companies',
      payload: { name: 'Padaria', cnpj: '11222333000181', cnaes: ['1091102'] },
    });
    const same = { email: 'CARLOS@exemplo.com.br', role: 'CLIENT', companyId: null };
    expect((await update(carlos.id, { ...same, firstName: 'C' })).statusCode).toBe(200);
    for (const payload of [
      { email: 'outro@exemplo.com.br' },
      { role: 'ADMIN' },
      { companyId: company.json().id },
      { isActive: false },
    ]) {
      const answer = await update(carlos.id, payload);
      expect([answer.statusCode, answer.json()]).toMatchObject([
        400,
        { code: 'password_required', field: 'password' },
      ]);
    }
    const wrong = await update(carlos.id, { role: 'ADMIN', password: 'errada' });
    expect([wrong.statusCode, wrong.json()]).toMatchObject([400, { code: 'wrong_password' }]);
    const [row] = (await list('?search=carlos')).json();
    expect(row).toMatchObject({ role: 'CLIENT', companyId: null });
  });

  test('requires the own password for a new administrator and for a deletion: a session alone makes neither', async () => {
    for (const password of [undefined, 'errada']) {
      const refused = await create({ role: 'ADMIN', ...(password && { password }) });
      expect([refused.statusCode, refused.json().field]).toEqual([400, 'password']);
    }
    expect(await countUsers()).toBe(1);
    expect((await create(confirmed({ role: 'ADMIN' }))).statusCode).toBe(201);
    const carlos = await accounts.person('CLIENT');
    for (const password of ['', 'errada']) {
      const refused = await deletePerson(carlos.id, carlos.email, chief, password);
      expect([refused.statusCode, refused.json().field]).toEqual([400, 'password']);
    }
    expect(await statusOf(carlos)).toBe(200);
  });

  test('gives another temporary password, the only one that is then accepted', async () => {
    const carlos = await accounts.person('CLIENT');
    const renew = (payload: object, id = carlos.id) =>
      accounts.call(chief, {
        method: 'POST',
        url: `/api/admin/users/${id}/temporary-password`,
        payload: { temporaryPassword: newcomer.temporaryPassword, ...payload },
      });
    expect((await renew({ password: 'errada' })).json().field).toBe('password');
    expect((await renew({ password: knownPassword }, chief.id)).json().code).toBe('own_account');
    // It is valid for 72 hours from now, not from the creation of the account.
    accounts.pass(3_600_000);
    expect((await renew({ password: knownPassword })).statusCode).toBe(200);
    expect(await statusOf(carlos)).toBe(401);
    expect((await accounts.signIn(carlos.email, knownPassword)).statusCode).toBe(401);
    const [row] = (await list('?role=CLIENT')).json();
    expect(row).toMatchObject({
      mustChangePassword: true,
      temporaryPasswordExpiresAt: '2026-08-04T13:00:00.000Z',
    });
    const entered = await accounts.signIn(carlos.email, newcomer.temporaryPassword);
    expect(entered.json().mustChangePassword).toBe(true);
  });

  test('notifies a person of a new e-mail, at both addresses', async () => {
    const carlos = await accounts.person('CLIENT', { email: 'carlos@antes.com.br' });
    await update(carlos.id, confirmed({ email: 'carlos@depois.com.br' }));
    await accounts.mailQueue.idle();
    expect(accounts.mails.map(({ to }) => to)).toEqual([
      'carlos@antes.com.br',
      'carlos@depois.com.br',
    ]);
    expect(accounts.mails[0]?.mail.text).toContain('carlos@depois.com.br');
  });

  test('warns the second of two administrators who edit the same person', async () => {
    const carlos = await accounts.person('CLIENT');
    const both = await Promise.all([
      update(carlos.id, { firstName: 'Primeiro', version: 1 }),
      update(carlos.id, { firstName: 'Segundo', version: 1 }),
    ]);
    expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
    const refused = both.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json()).toEqual({
      code: 'stale_version',
      message:
        'Outra pessoa alterou este usuário enquanto você o editava. Recarregue a lista e tente de novo.',
    });
  });

  test('prevents administrators from closing or demoting their own account', async () => {
    await accounts.person('ADMIN');
    for (const payload of [{ isActive: false }, { role: 'CLIENT' }]) {
      const answer = await update(chief.id, payload);
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'own_account']);
    }
    expect((await update(chief.id, { role: 'ADMIN', firstName: 'Zeca' })).statusCode).toBe(200);
    expect(await statusOf(chief)).toBe(200);
  });

  test('keeps one active administrator when two close each other at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const other = await accounts.person('ADMIN');
      const answers = await Promise.all([
        update(other.id, confirmed({ isActive: false }), chief),
        update(chief.id, confirmed({ role: 'CLIENT' }), other),
      ]);
      expect(answers.map(({ statusCode }) => statusCode)).toContain(200);
      const active = await accounts.store.db
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'ADMIN')
        .where('is_active', '=', 1)
        .execute();
      expect(active).toHaveLength(1);
      await accounts.store.db.deleteFrom('users').execute();
      chief = await accounts.person('ADMIN');
    }
  });

  test.each([
    [{}, undefined],
    [{ version: 1 }, undefined],
    [{ password: knownPassword }, undefined],
    [{ isActive: 'sim' }, 'isActive'],
    [{ role: null }, 'role'],
    [{ email: 'x' }, 'email'],
    [{ passwordHash: 'x' }, 'passwordHash'],
  ])('refuses to change %o', async (payload, field) => {
    const carlos = await accounts.person('CLIENT');
    const answer = await update(carlos.id, payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().field).toBe(field);
  });

  test('refuses a parameter that comes twice', async () => {
    for (const query of ['?role=ADMIN&role=CLIENT', '?search=a&search=b']) {
      expect((await list(query)).statusCode).toBe(400);
    }
  });

  test('knows no user of another id', async () => {
    const answer = await update('4e2f7a52-7d2e-4d3e-9c58-111111111111', { firstName: 'X' });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'unknown_user']);
    expect((await update('1', { firstName: 'X' })).statusCode).toBe(400);
  });

  test('records who did what to whom, without names', async () => {
    const { id } = (await create()).json();
    await update(id, confirmed({ role: 'ADMIN', lastName: 'Lima' }));
    const rows = await accounts.store.db
      .selectFrom('audit_log')
      .innerJoin('audit_addresses', 'entry_id', 'audit_log.id')
      .select(['action', 'actor_id', 'subject_id', 'audit_addresses.address', 'details'])
      .where('subject_id', '=', id)
      .orderBy('action')
      .execute();
    expect(rows).toEqual([
      {
        action: 'user.created',
        actor_id: chief.id,
        subject_id: id,
        address: '127.0.0.1',
        details: '{"role":"CLIENT","companyId":null}',
      },
      {
        action: 'user.updated',
        actor_id: chief.id,
        subject_id: id,
        address: '127.0.0.1',
        details: '{"role":"ADMIN","formerRole":"CLIENT","changed":["lastName"]}',
      },
    ]);
  });

  describe('deleting', () => {
    test('removes the person from every table, and retains the audit', async () => {
      const carlos = await accounts.person('CLIENT', { email: 'carlos@exemplo.com.br' });
      await accounts.signIn(carlos.email, knownPassword);
      accounts.pass(1_000);
      expect((await deletePerson(carlos.id, 'CARLOS@exemplo.com.br')).statusCode).toBe(200);
      expect(await statusOf(carlos)).toBe(401);
      expect(await countUsers()).toBe(1);
      const audit = await accounts.call(chief, {
        url: `/api/admin/audit?subjectId=${carlos.id}`,
      });
      expect(audit.json().entries).toMatchObject([
        { action: 'user.erased', subjectId: carlos.id, subject: null },
        { action: 'session.started', actorId: carlos.id, actor: null, subject: null },
      ]);
      expect(audit.body).not.toContain('carlos@exemplo.com.br');
      await accounts.mailQueue.idle();
      expect(accounts.mails.at(-1)?.to).toBe('carlos@exemplo.com.br');
    });

    test('requires the e-mail of the person, and refuses the own account', async () => {
      const carlos = await accounts.person('CLIENT');
      const wrong = await deletePerson(carlos.id, 'outro@exemplo.com.br');
      expect([wrong.statusCode, wrong.json()]).toMatchObject([400, { field: 'email' }]);
      expect((await deletePerson(chief.id, chief.email)).json().code).toBe('own_account');
      expect(await countUsers()).toBe(2);
    });
  });
});

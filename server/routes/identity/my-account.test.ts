import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  accountsOver,
  knownPassword,
  type Accounts,
  type Person,
} from '../../../tests/support/accounts.ts';
import { testedStores } from '../../../tests/support/stores.ts';
import { recordAct } from '../../people/audit/audit.ts';
import { MyData } from '../../../shared/contracts/my-data.ts';

describe.each(testedStores())('my data, with the store in $dialect', ({ open }) => {
  let accounts: Accounts;
  let ana: Person;

  beforeEach(async () => {
    accounts = await accountsOver(await open());
    ana = await accounts.person('VIEWER', { email: 'ana@exemplo.com.br', firstName: 'Ana' });
  });
  afterEach(() => accounts.app.close());

  const read = async (query = '') => accounts.call(ana, { url: `/api/my-data${query}` });
  const put = (payload: object) =>
    accounts.call(ana, { method: 'PUT', url: '/api/my-data', payload });
  const send = async () =>
    (await accounts.call(ana, { method: 'POST', url: '/api/my-data/erasure-request' })).json();

  const taken = () =>
    accounts.store.db
      .selectFrom('audit_log')
      .select('actor_id')
      .where('action', '=', 'my_data.exported')
      .execute();

  test('are all stored data, also as a file', async () => {
    await accounts.signIn(ana.email, knownPassword);
    const answer = await read('?download=1');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="meus-dados.json"');
    const held = MyData.parse(answer.json());
    expect(answer.json()).toEqual(held);
    expect(answer.body).not.toContain('isCurrent');
    expect(held.sessions.length).toBeGreaterThan(0);
    expect(held.user).toMatchObject({ email: ana.email, firstName: 'Ana', role: 'VIEWER' });
    expect(held.company).toBeNull();
    expect(held.sessions).toHaveLength(2);
    expect(new Set(held.audit.map(({ action }) => action))).toEqual(
      new Set(['session.started', 'my_data.exported']),
    );
    expect(answer.body).not.toMatch(/argon2|token|hash/);
  });

  test('add an audit entry only when they are downloaded', async () => {
    await read();
    expect(await taken()).toEqual([]);
    await read('?download=1');
    expect(await taken()).toEqual([{ actor_id: ana.id }]);
  });

  test('contain nothing about other people', async () => {
    const chief = await accounts.person('ADMIN', { email: 'chefe@exemplo.com.br' });
    await accounts.call(chief, {
      method: 'PUT',
      url: `/api/admin/users/${ana.id}`,
      payload: { lastName: 'Lima' },
    });
    const held = await read();
    expect(held.json().audit).toContainEqual(
      expect.objectContaining({
        action: 'user.updated',
        actor: null,
        actorId: null,
        address: null,
      }),
    );
    expect(held.body).not.toContain('chefe@exemplo.com.br');
    const own = await accounts.call(chief, { url: '/api/my-data' });
    expect(own.body).not.toContain('ana@exemplo.com.br');
    // A summary names the most frequent user and the most frequent address, which may be of another user.
    await recordAct(accounts.store.db, {
      action: 'calls.refused',
      actor: { userId: ana.id, address: '203.0.113.7' },
      at: accounts.now(),
    });
    expect((await read()).body).not.toContain('203.0.113.7');
  });

  test('let users correct only their name', async () => {
    expect((await put({ firstName: ' Anna ', lastName: 'Lima' })).json()).toMatchObject({
      firstName: 'Anna',
      lastName: 'Lima',
    });
    const more = await put({ firstName: 'Anna', lastName: 'Lima', role: 'ADMIN' });
    expect([more.statusCode, more.json().field]).toEqual([400, 'role']);
    expect((await put({ firstName: '', lastName: 'Lima' })).json().field).toBe('firstName');
  });

  test('refuse a renaming beyond 300 in an hour, which writes no entry; other acts go on', async () => {
    const renamed = { action: 'my_data.updated', at: accounts.now() } as const;
    const actor = { userId: ana.id, address: null };
    for (let time = 0; time < 299; time += 1)
      await recordAct(accounts.store.db, { ...renamed, actor });
    expect((await put({ firstName: 'Anna', lastName: 'Lima' })).statusCode).toBe(200);
    const refused = await put({ firstName: 'Outra', lastName: 'Lima' });
    expect(refused.statusCode).toBe(429);
    expect(refused.json().message).toMatch(
      /^Você já fez isto 300 vezes em uma hora, o máximo\. Tente de novo em \d+ minutos\.$/,
    );
    const { user, audit } = (await read()).json();
    expect(user.firstName).toBe('Anna');
    const entries: readonly { action: string }[] = audit;
    expect(entries.filter(({ action }) => action === 'my_data.updated')).toHaveLength(300);
    expect((await read('?download=1')).statusCode).toBe(200);
    const other = await accounts.person('CLIENT', { email: 'bia@exemplo.com.br' });
    const payload = { firstName: 'Bia', lastName: 'Reis' };
    const others = await accounts.call(other, { method: 'PUT', url: '/api/my-data', payload });
    expect(others.statusCode).toBe(200);
  });

  test('take a request for deletion, whose date stays', async () => {
    const first = await send();
    accounts.pass(60_000);
    expect(await send()).toEqual(first);
    const chief = await accounts.person('ADMIN');
    const users = (await accounts.call(chief, { url: '/api/admin/users?search=ana' })).json();
    expect(users).toMatchObject([{ deletionRequestedAt: first.requestedAt }]);
  });

  test('are gone from every table when a user is deleted: each reference says what becomes of it', async () => {
    const rules =
      accounts.store.dialect === 'sqlite'
        ? sql<{ rule: string }>`
            select f.on_delete as rule
            from sqlite_master as t, pragma_foreign_key_list(t.name) as f
            where t.type = 'table' and f."table" = 'users'`
        : sql<{ rule: string }>`
            select r.delete_rule as rule
            from information_schema.referential_constraints as r
            join information_schema.constraint_column_usage as c
              on c.constraint_name = r.constraint_name
            where c.table_name = 'users'`;
    const { rows } = await rules.execute(accounts.store.db);
    expect(rows.length).toBeGreaterThan(2);
    for (const { rule } of rows) expect(['CASCADE', 'SET NULL']).toContain(rule);
  });
});

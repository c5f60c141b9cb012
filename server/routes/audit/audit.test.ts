import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  accountsOver,
  knownPassword,
  type Accounts,
  type Person,
} from '../../../tests/support/accounts.ts';
import { isCompleteAfter } from '../../../tests/support/read-after.ts';
import { testedStores } from '../../../tests/support/stores.ts';
import { AuditPage } from '../../../shared/contracts/audit.ts';
import { recordAct, removeEntriesBefore } from '../../people/audit/audit.ts';
import { insertApiKey } from '../../people/identity/api-keys.ts';
import { queueUpload } from '../../registry/ingest/uploads.ts';

describe.each(testedStores())('the audit in $dialect', ({ open }) => {
  let accounts: Accounts;
  let chief: Person;

  beforeEach(async () => {
    accounts = await accountsOver(await open());
    chief = await accounts.person('ADMIN', { email: 'chefe@exemplo.com.br' });
  });
  afterEach(() => accounts.app.close());

  const read = async (query = '') =>
    AuditPage.parse((await accounts.call(chief, { url: `/api/admin/audit${query}` })).json());
  const subjects = async (query: string) =>
    (await read(query)).entries.map(({ subjectId }) => subjectId);
  const act = (at: string, subject = 'c1', userId: string | null = chief.id) =>
    recordAct(accounts.store.db, {
      action: 'company.updated',
      actor: { userId, address: '10.0.0.9' },
      subject: { type: 'company', id: subject },
      at: new Date(at),
    });

  const addLongEntries = (count: number) =>
    accounts.store.db
      .insertInto('audit_log')
      .values(
        Array.from({ length: count }, () => ({
          id: randomUUID(),
          at: accounts.now().toISOString(),
          action: 'session.refused' as const,
          outcome: 'failure' as const,
          actor_id: null,
          subject_type: null,
          subject_id: null,
          address: null,
          details: JSON.stringify({ reason: 'x'.repeat(8000) }),
        })),
      )
      .execute();

  test('lists who signed in, and who tried, newest first', async () => {
    await accounts.signIn(chief.email, knownPassword);
    accounts.pass(1000);
    await accounts.signIn(chief.email, 'errada');
    accounts.pass(1000);
    await accounts.signIn('Segredo-no-campo-errado@x.com', 'errada');
    accounts.pass(1000);
    await accounts.call(chief, { url: '/api/logout' });
    chief = await accounts.person('ADMIN');
    const { entries, total } = await read();
    expect(total).toBe(4);
    expect(entries).toMatchObject([
      { action: 'session.ended', actionLabel: 'Logout', outcome: 'success' },
      {
        action: 'session.refused',
        outcome: 'failure',
        subjectId: null,
        details: { reason: 'unknown' },
      },
      { action: 'session.refused', outcome: 'failure', details: { reason: 'password' } },
      {
        action: 'session.started',
        actor: 'Pessoa Número 1 <chefe@exemplo.com.br>',
        address: '127.0.0.1',
        at: '2026-08-01T12:00:00.000Z',
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain('Segredo-no-campo-errado');
  });

  test('is filtered by act, outcome, person, subject and day of Brasília', async () => {
    await act('2026-07-31T02:59:59.000Z', 'c1');
    await act('2026-07-31T03:00:00.000Z', 'c2');
    await act('2026-08-01T02:59:59.000Z', 'c3');
    await act('2026-08-01T03:00:00.000Z', 'c4');
    expect(await subjects('?from=2026-07-31&to=2026-07-31')).toEqual(['c3', 'c2']);
    expect(await subjects('?from=0000-01-01&to=9999-12-31')).toEqual(['c4', 'c3', 'c2', 'c1']);
    expect(await subjects('?subjectId=c4')).toEqual(['c4']);
    expect(await subjects(`?actorId=${chief.id}&pageSize=1&page=2`)).toEqual(['c3']);
    expect(await subjects('?outcome=failure')).toEqual([]);
    expect(await subjects('?action=user.created')).toEqual([]);
    const wrong = await accounts.call(chief, { url: '/api/admin/audit?from=ontem' });
    expect([wrong.statusCode, wrong.json().field]).toEqual([400, 'from']);
  });

  test('names what acts were about, in the page and in the CSV', async () => {
    const { db } = accounts.store;
    const now = '2026-07-30T12:00:00.000Z';
    await db
      .insertInto('companies')
      .values({
        id: 'acme',
        name: 'Acme',
        cnpj: '11222333000181',
        created_at: now,
        updated_at: now,
      })
      .execute();
    const requested = { origin: 'web', createdBy: null } as const;
    const sent = [{ name: 'x.txt', path: 'x.txt', bytes: 1, stated: {} }];
    const clock = () => new Date(now);
    const requestedId = await queueUpload(
      accounts.store,
      { ...requested, competencia: '202307', files: sent },
      clock,
    );
    const readId = await queueUpload(
      accounts.store,
      { ...requested, competencia: null, files: [...sent, ...sent] },
      clock,
    );
    const unread = await db
      .selectFrom('upload_files')
      .select('batch')
      .where('upload_id', '=', readId)
      .execute();
    const months = ['202401', '202403'];
    for (const { batch } of unread) {
      await db
        .updateTable('upload_files')
        .set({ month: months.pop() ?? null })
        .where('batch', '=', batch)
        .execute();
    }
    const unreadId = await queueUpload(
      accounts.store,
      { ...requested, competencia: null, files: sent },
      clock,
    );
    const describedSubjects = [
      ['company', 'acme'],
      ['upload', requestedId],
      ['upload', readId],
      ['upload', unreadId],
      ['report', 'gone'],
    ] as const;
    for (const [index, [type, id]] of describedSubjects.entries()) {
      await recordAct(db, {
        action: 'company.updated',
        actor: { userId: chief.id, address: null },
        subject: { type, id },
        at: new Date(Date.UTC(2026, 6, 31, 12, index)),
      });
    }
    await recordAct(db, {
      action: 'user.updated',
      actor: { userId: chief.id, address: null },
      subject: { type: 'user', id: chief.id },
      details: { companyId: 'acme' },
      at: new Date('2026-07-31T13:00:00.000Z'),
    });
    const { entries } = await read();
    expect(entries.map(({ subject }) => subject)).toEqual([
      'Pessoa Número 1 <chefe@exemplo.com.br>',
      null,
      null,
      'Envio de jan/2024 a mar/2024',
      'Envio de jul/2023',
      'Acme',
    ]);
    expect(entries[0]?.detailNames).toEqual({ acme: 'Acme' });
    const administrator = { userId: chief.id, address: null };
    const key = { name: 'Painel do RH', days: 90 };
    const { id } = await insertApiKey(
      { store: accounts.store, clock: () => new Date('2026-07-31T14:00:00.000Z') },
      administrator,
      'acme',
      key,
    );
    expect((await read()).entries[0]?.detailNames).toEqual({ [id]: 'Painel do RH' });
    const csv = await accounts.call(chief, { url: '/api/admin/audit.csv' });
    expect(csv.body).toContain('"Envio de jul/2023"');
    expect(csv.body).toContain('"empresa: Acme";"{""companyId"":""acme""}"');
  });

  test('is exported whole as CSV in which nothing is a formula', async () => {
    for (let index = 0; index < 1203; index += 1) {
      await act(new Date(Date.UTC(2026, 5, 1) + (index >> 1)).toISOString(), `=1+${index}`, null);
    }
    const answer = await accounts.call(chief, {
      url: '/api/admin/audit.csv?action=company.updated',
    });
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="auditoria-2026-08-01.csv"',
    );
    const rows = answer.body.trimEnd().split('\r\n');
    expect(rows).toHaveLength(1204);
    expect(new Set(rows).size).toBe(1204);
    expect(rows[1]).toContain(`"'=1+1202"`);
    expect((await read('?action=audit.exported')).total).toBe(1);
  });

  test('is exported under the day in Brasília, also after 21 h there', async () => {
    accounts.pass(14 * 3_600_000);
    chief = await accounts.person('ADMIN');
    const answer = await accounts.call(chief, { url: '/api/admin/audit.csv' });
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="auditoria-2026-08-01.csv"',
    );
  });

  test.each([
    ['stops when the account is closed', { is_active: 0 }, false],
    ['goes on when only a name changes', { first_name: 'Outra' }, true],
  ] as const)('the export of an administrator %s', async (_, change, isComplete) => {
    const { app, store } = accounts;
    // Five chunks of more than the buffers of a connection.
    for (let index = 0; index < 10; index += 1) await addLongEntries(250);
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const other = await accounts.person('ADMIN');
    const closed = () =>
      store.db.updateTable('users').set(change).where('id', '=', other.id).execute();
    const cookie = `caged_session=${other.token}`;
    expect(await isCompleteAfter(`${address}/api/admin/audit.csv`, cookie, closed)).toBe(
      isComplete,
    );
  });

  test('cannot be changed, and not shortened within six months', async () => {
    const { db } = accounts.store;
    const recent = new Date(Date.now() - 150 * 86_400_000).toISOString();
    const old = new Date(Date.now() - 190 * 86_400_000).toISOString();
    await act(old, 'old');
    await act(recent, 'recent');
    await act(old, 'dated back');
    await expect(db.updateTable('audit_log').set({ outcome: 'failure' }).execute()).rejects.toThrow(
      /append-only/,
    );
    for (const subject of ['old', 'recent', 'dated back']) {
      await expect(
        db.deleteFrom('audit_log').where('subject_id', '=', subject).execute(),
      ).rejects.toThrow(/six months/);
    }
    expect(await removeEntriesBefore(db, new Date(Date.now() - 185 * 86_400_000))).toBe(1);
    await expect(removeEntriesBefore(db, new Date())).rejects.toThrow(/audit_head/);
    if (accounts.store.dialect === 'postgres') {
      await expect(sql`truncate audit_log cascade`.execute(db)).rejects.toThrow(/append-only/);
    }
    expect((await read()).entries.map(({ subjectId }) => subjectId)).toEqual([
      'recent',
      'dated back',
    ]);
  });
});

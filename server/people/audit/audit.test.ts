import { randomUUID } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { testedStores } from '../../../tests/support/stores.ts';
import { migrate } from '../../platform/store/migrate.ts';
import type { Database } from '../../platform/store/schema.ts';
import { openStore, type Store, type StoreOptions } from '../../platform/store/store.ts';
import { runCommand } from '../../process/command/command.ts';
import { countOf } from '../../platform/store/pages.ts';
import { recordAct, removeAddressesOf, removeEntriesBefore } from './audit.ts';
import { verifyAudit } from './verify-audit.ts';

const act = ({ db }: Store, subject: string, at = new Date()) =>
  recordAct(db, {
    action: 'company.updated',
    actor: { userId: null, address: '10.0.0.9' },
    subject: { type: 'company', id: subject },
    details: { name: 'Ação' },
    at,
  });

/** Changes rows without the guards, as the owner of the database can. */
async function withoutGuards({ db, dialect }: Store, change: () => Promise<unknown>) {
  if (dialect === 'postgres') {
    for (const table of ['audit_log', 'audit_head']) {
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
    }
    await change();
    for (const table of ['audit_log', 'audit_head']) {
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
    }
    return;
  }
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'trigger' and tbl_name like 'audit_%'`.execute(
    db,
  );
  for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(db);
  await change();
  for (const trigger of rows) await sql.raw(trigger.sql).execute(db);
}

/** Runs the command on a database; returns its exit code and its lines. */
async function verifiedBy({ databaseUrl, dataDir }: StoreOptions, ...args: readonly string[]) {
  const said: string[] = [];
  const spies = (['log', 'error'] as const).map((stream) =>
    vi.spyOn(console, stream).mockImplementation((line: string) => void said.push(line)),
  );
  const env = {
    DATA_DIR: dataDir,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  };
  try {
    return { code: await runCommand(['audit-verify', ...args], env), said };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

describe.each(testedStores())('the chain of the audit in $dialect', ({ dialect, options }) => {
  let place: StoreOptions;
  let store: Store;
  beforeEach(async () => {
    place = await options();
    store = await openStore(place);
    await migrate(store);
  });
  afterEach(() => store.close());

  test('holds when several processes append at once', async () => {
    const other = await openStore(place);
    try {
      const acts = Array.from({ length: 40 }, (_, index) =>
        act(index % 2 === 0 ? store : other, String(index)),
      );
      await Promise.all(acts);
    } finally {
      await other.close();
    }
    const chain = await verifyAudit(store.db);
    expect(chain).toMatchObject({ entries: 40, from: 1, to: 40, oddTimes: 0 });
    expect(chain.fault).toBeUndefined();
  });

  test('holds without the addresses of a deleted user, and nothing leads back to them', async () => {
    const { db } = store;
    const [deleted, other] = [randomUUID(), randomUUID()];
    // More of each than one step removes, at the same moment.
    const moment = new Date();
    await db.transaction().execute(async (transaction) => {
      for (const userId of [deleted, null, other]) {
        for (let entry = 0; entry < 260; entry++) {
          await recordAct(transaction, {
            action: 'session.started',
            actor: { userId, address: '10.0.0.9' },
            subject: { type: 'user', id: deleted },
            at: userId === other ? new Date(moment.getTime() - 1) : moment,
          });
        }
      }
    });
    await db.transaction().execute((transaction) => removeAddressesOf(transaction, deleted));
    const left = await db
      .selectFrom('audit_addresses')
      .innerJoin('audit_log', 'audit_log.id', 'entry_id')
      .select(['actor_id', 'audit_addresses.address'])
      .execute();
    const remaining = { actor_id: other, address: '10.0.0.9' };
    expect(left).toEqual(Array.from({ length: 260 }, () => remaining));
    const entries = await db.selectFrom('audit_log').selectAll().execute();
    expect(JSON.stringify(entries)).not.toContain('10.0.0.9');
    expect(await verifyAudit(db)).not.toHaveProperty('fault');
  });

  test('detects entries that were changed, removed, cut off at the end or replaced as a whole', async () => {
    for (const subject of ['a', 'b', 'c', 'd']) await act(store, subject);
    const { db } = store;
    const { hash } = await verifyAudit(db);
    const faultAfter = async (change: () => Promise<unknown>) => {
      await withoutGuards(store, change);
      return (await verifyAudit(db, { number: 4, hash })).fault;
    };
    const actedOn = (subject_id: string) =>
      db.updateTable('audit_log').set({ subject_id }).where('number', '=', 2).execute();
    expect(await faultAfter(() => actedOn('x'))).toEqual({ number: 2, what: 'changed' });
    expect(await faultAfter(() => actedOn('b'))).toBeUndefined();
    const from = (address: string) => db.updateTable('audit_addresses').set({ address }).execute();
    expect(await faultAfter(() => from('10.0.0.8'))).toEqual({ number: 1, what: 'changed' });
    expect(await faultAfter(() => from('10.0.0.9'))).toBeUndefined();
    const remove = (number: number) =>
      db.deleteFrom('audit_log').where('number', '=', number).execute();
    expect(await faultAfter(() => remove(4))).toEqual({ number: 4, what: 'missing' });
    expect(await faultAfter(() => remove(2))).toEqual({ number: 2, what: 'missing' });
    // An owner of the database can write another chain. Only a hash noted elsewhere reveals it.
    const another = async () => {
      await db.deleteFrom('audit_head').execute();
      await db.deleteFrom('audit_log').execute();
      for (const subject of ['a', 'x', 'c', 'd', 'e']) await act(store, subject);
    };
    expect(await faultAfter(another)).toEqual({ number: 4, what: 'witness' });
    expect((await verifyAudit(db)).fault).toBeUndefined();
  });

  test('compares a noted entry with the last removed one, and says when it was removed before', async () => {
    const { db } = store;
    const noted: { number: number; hash: string }[] = [];
    for (const subject of ['a', 'b', 'c']) {
      await act(store, subject);
      const { to, hash } = await verifyAudit(db);
      noted.push({ number: to, hash });
    }
    const [first, second, third] = noted;
    // As retention leaves it months later: the first two entries are removed, and the hash of the second is stored.
    await withoutGuards(store, async () => {
      await db
        .updateTable('audit_head')
        .set({ removed_number: 2, removed_hash: second?.hash ?? '' })
        .execute();
      await db.deleteFrom('audit_log').where('number', '<=', 2).execute();
    });
    const whole = { entries: 1, from: 3, to: 3, isWitnessRemoved: false };
    for (const witness of [second, third]) {
      expect(await verifyAudit(db, witness)).toEqual({ ...whole, oddTimes: 0, hash: third?.hash });
    }
    expect((await verifyAudit(db, { number: 2, hash: first?.hash ?? '' })).fault).toEqual({
      number: 2,
      what: 'witness',
    });
    expect(await verifyAudit(db, first)).toMatchObject({ entries: 1, isWitnessRemoved: true });
    const { code, said } = await verifiedBy(place, `1:${first?.hash}`);
    expect(code).toBe(1);
    expect(said.at(-1)).toBe(
      'A anotação é de um registro que a retenção já removeu: não foi conferida.',
    );
  });

  test('takes no entry again, out of order, or dated back', async () => {
    await act(store, 'a');
    await act(store, 'b', new Date(Date.now() - 3_600_000));
    expect((await verifyAudit(store.db)).oddTimes).toBe(1);
    const { db } = store;
    const [first] = await db.selectFrom('audit_log').selectAll().where('number', '=', 1).execute();
    const next = { ...first!, id: randomUUID(), number: 3, recorded_at: new Date().toISOString() };
    const insert = (
      changed: Partial<
        Pick<Insertable<Database['audit_log']>, 'number' | 'recorded_at' | 'at' | 'hash'>
      >,
    ) =>
      db
        .insertInto('audit_log')
        .values({ ...next, ...changed })
        .execute();
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
    await expect(insert({ number: 4 })).rejects.toThrow(/next number/);
    await expect(insert({ recorded_at: hourAgo })).rejects.toThrow(/present time/);
    await expect(insert({ number: null, recorded_at: null, at: hourAgo })).rejects.toThrow(
      /present time/,
    );
    if (dialect === 'sqlite') {
      const now = next.recorded_at;
      for (const replace of [
        sql`insert or replace into audit_log (id, at, action, outcome, details)
          values (${first?.id}, ${now}, 'user.created', 'success', '{}')`,
        sql`insert or replace into audit_log (id, at, action, outcome, details, number)
          values ('z', ${now}, 'user.created', 'success', '{}', 1)`,
        sql`insert or replace into audit_log (id, at, action, outcome, details, rowid)
          values ('z', ${now}, 'user.created', 'success', '{}', 1)`,
      ]) {
        await expect(replace.execute(db)).rejects.toThrow(/audit_log/);
      }
    }
    await expect(db.updateTable('audit_head').set({ number: 7 }).execute()).rejects.toThrow(
      /goes on/,
    );
    await expect(db.deleteFrom('audit_head').execute()).rejects.toThrow(/goes on/);
    expect((await verifyAudit(db)).to).toBe(2);
    const unnumbered = { number: null, recorded_at: null, at: next.recorded_at };
    await insert({ ...unnumbered, hash: null });
    expect((await verifyAudit(db)).fault).toEqual({ number: 2, what: 'unnumbered' });
    // It does not hold up the removal of old entries, and does not set where the chain begins.
    expect(await removeEntriesBefore(db, new Date(Date.now() - 86_400_000))).toBe(0);
    expect((await verifyAudit(db)).from).toBe(1);
  });

  test('loses its beginning in steps, between which others use the database', async () => {
    const { db } = store;
    const yearAgo = new Date(Date.now() - 370 * 86_400_000);
    for (let entry = 1; entry <= 601; entry++) await act(store, 'old', yearAgo);
    await act(store, 'new');
    const seen: number[] = [];
    const watching = (async () => {
      do seen.push(await countOf(db.selectFrom('audit_log')));
      while (seen.at(-1) !== 1);
    })();
    expect(await removeEntriesBefore(db, new Date(Date.now() - 365 * 86_400_000))).toBe(601);
    await watching;
    expect(seen.some((entries) => entries > 1 && entries < 602)).toBe(true);
    expect(await verifyAudit(db)).toMatchObject({ entries: 1, from: 602, to: 602 });
    expect(await countOf(db.selectFrom('audit_log'))).toBe(1);
  });

  test('is reported by a command, which exits with 1 if the chain is broken', async () => {
    await act(store, 'a', new Date(Date.now() - 3_600_000));
    const { code, said } = await verifiedBy(place);
    expect(code).toBe(0);
    const noted = /conferir depois: (\S+)$/.exec(said[1] ?? '')?.[1] ?? '';
    expect(said[0]).toBe('Auditoria íntegra: 1\u00a0registro, do 1 ao 1.');
    expect(said[2]).toMatch(/^1\u00a0registro foi gravado com uma hora que difere/);
    expect((await verifiedBy(place, noted)).code).toBe(0);
    for (const wrong of ['ontem', `0:${noted.slice(2)}`]) {
      expect((await verifiedBy(place, wrong)).code).toBe(2);
    }
    await withoutGuards(store, () =>
      store.db.updateTable('audit_log').set({ subject_id: 'b' }).execute(),
    );
    expect(await verifiedBy(place)).toEqual({
      code: 1,
      said: ['A auditoria foi alterada: o registro 1 foi alterado depois de gravado.'],
    });
  });
});

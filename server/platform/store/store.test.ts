import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { knownHash } from '../../../tests/support/accounts.ts';
import { storeRelease } from '../../../tests/support/stored-release.ts';
import { testStores, testedStores } from '../../../tests/support/stores.ts';
import { insertUser } from '../../people/identity/users.ts';
import { executedMigrations, knownMigrations, migrate } from './migrate.ts';
import { initialName, migrations } from './migrations/migrations.ts';
import { openStore } from './store.ts';

const company = {
  id: 'c1',
  name: 'Acme',
  cnpj: '11222333000181',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};

/** A stored comparison of one file; its name looks like the renamed field. */
const compared = (field: object) => JSON.stringify({ files: [{ name: '"untold": []', ...field }] });

describe.each(testedStores())('the store in $dialect', ({ dialect, options, open }) => {
  test('keeps what was written when it is opened and migrated again', async () => {
    const place = await options();
    const first = await openStore(place);
    await migrate(first);
    await first.db.insertInto('companies').values(company).execute();
    await first.close();

    const second = await openStore(place);
    await migrate(second);
    const rows = await second.db.selectFrom('companies').selectAll().execute();
    await second.close();
    expect(rows).toMatchObject([company]);
    expect(second.dialect).toBe(dialect);
  });

  test('is migrated once when several processes start together', async () => {
    const place = await options();
    const runs = await Promise.allSettled([1, 2, 3, 4].map(() => migrateInChild(place)));
    expect(runs.map((run) => (run.status === 'fulfilled' ? 'ok' : String(run.reason)))).toEqual(
      Array.from({ length: 4 }, () => 'ok'),
    );
    const store = await openStore(place);
    const { rows } = await sql`select name from kysely_migration`.execute(store.db);
    await store.close();
    expect(rows).toHaveLength(Object.keys(migrations).length);
  });

  test('renames a field of the comparisons that 1.0.0 stored, and no text in them', async () => {
    const store = await openStore(await options());
    await migrate(store, initialName);
    const written = {
      origin: 'web' as const,
      status: 'COMPLETED' as const,
      created_at: '2026-01-01T00:00:00.000Z',
    };
    await store.db
      .insertInto('uploads')
      .values([
        { ...written, id: 'a', comparison: compared({ untold: ['Poucas linhas.'] }) },
        { ...written, id: 'b', comparison: null },
      ])
      .execute();
    await migrate(store);
    const rows = await store.db.selectFrom('uploads').select('comparison').orderBy('id').execute();
    await store.close();
    expect(rows.map(({ comparison }) => comparison)).toEqual([
      compared({ unverified: ['Poucas linhas.'] }),
      null,
    ]);
  });

  test('adds the indexes of the audit that 1.0.0 did not have', async () => {
    const store = await openStore(await options());
    await migrate(store, initialName);
    // The statements fail if an index does not exist.
    const dropIndexes = async () => {
      await sql`drop index audit_log_action`.execute(store.db);
      await sql`drop index audit_log_outcome`.execute(store.db);
    };
    await dropIndexes();
    await expect(dropIndexes()).rejects.toThrow('audit_log_action');
    await migrate(store);
    await dropIndexes();
    await store.close();
  });

  test('moves the descriptions of the reports of 1.0.0 behind the columns that lists read', async () => {
    const store = await openStore(await options());
    const { db } = store;
    await migrate(store, initialName);
    // 1.0.0 had the description before this column.
    await sql`alter table reports drop column attempts`.execute(db);
    await sql`alter table reports add column attempts integer not null default 0`.execute(db);
    await storeRelease(db);
    const ana = { email: 'ana@exemplo.com.br', firstName: 'Ana', lastName: 'Lima' };
    const account = { ...ana, companyId: null, role: 'CLIENT' } as const;
    const { id } = await insertUser(db, account, await knownHash, new Date());
    const report = {
      user_id: id,
      type: 'CSV',
      name: '',
      selections: '[]',
      release: 1,
      status: 'COMPLETED',
      created_at: '',
    } as const;
    await db
      .insertInto('reports')
      .values([
        { ...report, id: 'a', description: '{"files":[]}' },
        { ...report, id: 'b', description: null },
      ])
      .execute();
    await migrate(store);
    const rows = await db.selectFrom('reports').selectAll().orderBy('id').execute();
    await store.close();
    expect(rows.map(({ description }) => description)).toEqual(['{"files":[]}', null]);
    expect(Object.keys(rows[0] ?? {}).at(-1)).toBe('description');
  });

  test('refuses a reference to a row that does not exist', async () => {
    const { db } = await open();
    const session = { token_hash: 'a', user_id: 'nobody', created_at: '', expires_at: '' };
    await expect(db.insertInto('sessions').values(session).execute()).rejects.toThrow(
      /foreign key/i,
    );
  });

  test('answers the same statement again by the tables as they are then', async () => {
    const { db } = await open();
    const notes = async () => (await sql`select * from notes`.execute(db)).rows;
    await sql`create table notes (word text)`.execute(db);
    await sql`insert into notes values ('one')`.execute(db);
    expect(await notes()).toEqual([{ word: 'one' }]);
    expect(await notes()).toEqual([{ word: 'one' }]);
    await sql`alter table notes add column number integer`.execute(db);
    expect(await notes()).toEqual([{ word: 'one', number: null }]);
    await sql`drop table notes`.execute(db);
    await expect(notes()).rejects.toThrow(/notes/);
    await sql`create table notes (other text)`.execute(db);
    await sql`insert into notes values ('two')`.execute(db);
    expect(await notes()).toEqual([{ other: 'two' }]);
  });

  test('gives counts, sums and averages as numbers', async () => {
    const { db } = await open();
    const other = { ...company, id: 'c2', cnpj: '45997418000153' };
    await db.insertInto('companies').values([company, other]).execute();
    const row = await db
      .selectFrom('companies')
      .select(({ fn }) => [
        fn.countAll().as('count'),
        fn.sum(sql<number>`length(name)`).as('sum'),
        fn.avg(sql<number>`length(name)`).as('average'),
      ])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ count: 2, sum: 8, average: 4 });
  });

  test('undoes the whole of a transaction that fails', async () => {
    const { db } = await open();
    const failing = db.transaction().execute(async (transaction) => {
      await transaction.insertInto('companies').values(company).execute();
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect(await db.selectFrom('companies').selectAll().execute()).toEqual([]);
  });
});

test('PostgreSQL is migrated beside a program that has a migrator in another schema', async () => {
  const [, postgres] = testStores();
  const store = await openStore(await postgres.options());
  onTestFinished(() => store.close());
  await sql`create schema other`.execute(store.db);
  await sql`create table other.kysely_migration (name text primary key)`.execute(store.db);
  await sql`create table other.kysely_migration_lock (id text primary key)`.execute(store.db);
  expect(await executedMigrations(store.db)).toEqual([]);
  await migrate(store);
  expect(await executedMigrations(store.db)).toEqual(knownMigrations());
  // A schema of the user's name comes first in the usual search path, and has none of the tables.
  await sql`create schema authorization current_user`.execute(store.db);
  expect(await executedMigrations(store.db)).toEqual(knownMigrations());
  await migrate(store);
  expect(await store.db.selectFrom('companies').selectAll().execute()).toEqual([]);
});

describe.each(testedStores())('while a transaction in $dialect is open', ({ open }) => {
  test('what others write is not part of it', async () => {
    const { db } = await open();
    let others: Promise<unknown> = Promise.resolve();
    const failing = db.transaction().execute(async (transaction) => {
      await transaction.insertInto('companies').values(company).execute();
      others = db
        .insertInto('companies')
        .values({ ...company, id: 'c2', cnpj: '45997418000153' })
        .execute();
      await new Promise((resolve) => setTimeout(resolve, 50));
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    await others;
    const rows = await db.selectFrom('companies').select('id').execute();
    expect(rows).toEqual([{ id: 'c2' }]);
  });
});

test('a full disk is reported as such, and nothing of its transaction stays', async () => {
  const [{ open }] = testStores();
  const { db } = await open();
  const [pages] = (await sql<{ page_count: number }>`pragma page_count`.execute(db)).rows;
  await sql`pragma max_page_count = ${sql.lit((pages?.page_count ?? 0) + 20)}`.execute(db);
  const failing = db.transaction().execute(async (transaction) => {
    await transaction.insertInto('companies').values(company).execute();
    const name = 'x'.repeat(1_000_000);
    await transaction
      .insertInto('companies')
      .values({ ...company, id: 'c2', cnpj: '45997418000153', name })
      .execute();
  });
  await expect(failing).rejects.toMatchObject({ code: 'SQLITE_FULL' });
  expect(await db.selectFrom('companies').select('id').execute()).toEqual([]);
});

describe('opening a store', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'caged-store-'));
  afterAll(() => rmSync(dataDir, { recursive: true }));

  test('says in one line that PostgreSQL cannot be reached, without the password', async () => {
    const databaseUrl = 'postgres://app:segredo@127.0.0.1:1/app';
    const failure = await openStore({ databaseUrl, dataDir }).catch((error: unknown) => error);
    expect(String(failure)).toMatch(/^StartError: .*DATABASE_URL/);
    expect(String(failure)).not.toContain('segredo');
  });

  test('says in one line that the data directory cannot be used', async () => {
    const file = join(dataDir, 'file');
    writeFileSync(file, '');
    await expect(openStore({ databaseUrl: undefined, dataDir: file })).rejects.toThrow(/DATA_DIR/);
  });
});

const migrateInChild = (place: object) =>
  promisify(execFile)(process.execPath, [
    '--input-type=module-typescript',
    '--eval',
    `import { openStore } from '${import.meta.dirname}/store.ts';
     import { migrate } from '${import.meta.dirname}/migrate.ts';
     const store = await openStore(${JSON.stringify(place)});
     await migrate(store);
     await store.close();`,
  ]);

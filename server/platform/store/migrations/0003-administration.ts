import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { plainText } from '../../../../shared/words/format.ts';

/** Adds the administration of users and companies, the audit, and imported reference tables. */
export const administration: Migration = {
  async up(db: Kysely<unknown>) {
    await extendUsers(db);
    await extendCompanies(db);
    await createPasswordResets(db);
    await createAudit(db);
    await createImportedTables(db);
  },
};

async function extendUsers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('must_change_password', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('users').addColumn('last_sign_in_at', 'text').execute();
  await db.schema.alterTable('users').addColumn('erasure_requested_at', 'text').execute();
  await db.schema
    .alterTable('users')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema
    .alterTable('users')
    .addColumn('search_text', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema.createIndex('users_company').on('users').column('company_id').execute();
  await fillSearchText(db);
}

interface NamedUser {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
}

/** Runs in JavaScript, because SQL cannot remove accents; an installation before this has a handful of users. */
async function fillSearchText(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<NamedUser>`
    select id, email, first_name, last_name from users`.execute(db);
  for (const { id, email, first_name, last_name } of rows) {
    const text = plainText(`${first_name} ${last_name} ${email}`);
    await sql`update users set search_text = ${text} where id = ${id}`.execute(db);
  }
}

/** Companies had no screen before, so no row lacks its CNPJ; the defaults are for rows inserted by hand. */
async function extendCompanies(db: Kysely<unknown>): Promise<void> {
  const add = (name: string, fallback: string | number) =>
    db.schema
      .alterTable('companies')
      .addColumn(name, typeof fallback === 'string' ? 'text' : 'integer', (column) =>
        column.notNull().defaultTo(fallback),
      )
      .execute();
  await add('cnpj', '');
  await db.schema.alterTable('companies').addColumn('industry', 'text').execute();
  await add('size', 'PEQUENA');
  await add('cnaes', '[]');
  await db.schema.alterTable('companies').addColumn('cnae_principal', 'text').execute();
  await add('search_text', '');
  await add('updated_at', '');
  await add('version', 1);
  await db.schema
    .createIndex('companies_cnpj')
    .on('companies')
    .column('cnpj')
    .unique()
    .where(sql.ref('cnpj'), '<>', '')
    .execute();
}

async function createPasswordResets(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('password_resets')
    .addColumn('user_id', 'text', (column) =>
      column.primaryKey().references('users.id').onDelete('cascade'),
    )
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();
}

async function createAudit(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_log')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('subject_type', 'text')
    .addColumn('subject_id', 'text')
    .addColumn('address', 'text')
    .addColumn('details', 'text', (column) => column.notNull())
    .execute();
  for (const columns of [
    ['at', 'id'],
    ['actor_id', 'at'],
    ['subject_id', 'at'],
  ]) {
    await db.schema
      .createIndex(`audit_log_${columns[0]}`)
      .on('audit_log')
      .columns(columns)
      .execute();
  }
  const statements = isPostgres(db) ? postgresGuards : sqliteGuards;
  for (const statement of statements) await statement.execute(db);
}

const isPostgres = (db: Kysely<unknown>) =>
  db.getExecutor().adapter.constructor.name.startsWith('Postgres');

const sqliteGuards = [
  sql`
    create trigger audit_log_no_update before update on audit_log
    begin
      select raise(abort, 'audit_log is append-only');
    end`,
  sql`
    create trigger audit_log_no_delete before delete on audit_log
    when old.at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-6 months')
    begin
      select raise(abort, 'audit_log keeps six months');
    end`,
];

const postgresGuards = [
  sql`
    create function audit_log_refuse() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and old.at <= to_char(
        now() at time zone 'utc' - interval '6 months', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
      ) then
        return old;
      end if;
      raise exception 'audit_log is append-only and keeps six months';
    end $$`,
  sql`
    create trigger audit_log_guard before update or delete on audit_log
    for each row execute function audit_log_refuse()`,
  sql`
    create trigger audit_log_no_truncate before truncate on audit_log
    for each statement execute function audit_log_refuse()`,
];

async function createImportedTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('imported_occupations')
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('is_synonym', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('imported_occupations_key', ['is_synonym', 'code', 'title'])
    .execute();
  await db.schema
    .createTable('imported_minimum_wages')
    .addColumn('from_month', 'text', (column) => column.primaryKey())
    .addColumn('centavos', 'integer', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('imported_inpc')
    .addColumn('month', 'text', (column) => column.primaryKey())
    .addColumn('hundredths', 'integer', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('reference_imports')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('imported_at', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
}

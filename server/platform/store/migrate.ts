import { sql, Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { initialName, migrations } from './migrations/migrations.ts';
import { codeOf, StartError } from '../errors.ts';
import { isPostgres } from './dialects.ts';
import type { AppDatabase, Database } from './schema.ts';
import { StoreError } from './store-error.ts';
import type { Store } from './store.ts';
import BetterSqlite3 from 'better-sqlite3';

/**
 * Migrates the app database to the schema after this migration, by default the current one. Each run is one transaction
 * under a lock, so several processes may start at once and a failed migration leaves nothing behind. Throws `StartError`
 * if PostgreSQL refuses to create tables.
 */
export async function migrate({ db }: Pick<Store, 'db'>, last?: string): Promise<void> {
  const schema = await schemaOfTables(db);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    // Otherwise the migrator would take the tables of another program's migrator in another schema for its own.
    ...(schema !== undefined && { migrationTableSchema: schema }),
  });
  const { error } = await (last === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(last));
  const sentence = refusals.get(codeOf(error instanceof StoreError ? error.cause : error));
  if (sentence !== undefined) throw new StartError(sentence, { cause: error });
  if (error !== undefined) throw error;
}

/**
 * The schema of this product's tables and of its migrator's on PostgreSQL: the one in which a statement finds them,
 * otherwise the one in which it creates tables. Undefined for SQLite.
 */
export async function schemaOfTables(db: AppDatabase): Promise<string | undefined> {
  if (!isPostgres(db)) return undefined;
  const { rows } = await sql<{ schema: string }>`
    select coalesce(
      (select nspname from pg_namespace join pg_class on relnamespace = pg_namespace.oid
        where pg_class.oid = to_regclass('kysely_migration')),
      current_schema()) as schema`.execute(db);
  return rows[0]?.schema;
}

/** By PostgreSQL's codes: the user lacks a permission, and the server or the database is read-only. */
const refusals: ReadonlyMap<unknown, string> = new Map([
  [
    '42501',
    'O usuário de DATABASE_URL não pode criar tabelas neste banco do PostgreSQL: torne-o dono do banco (alter database … owner to …) e tente de novo.',
  ],
  [
    '25006',
    'O PostgreSQL de DATABASE_URL só permite leitura: use o endereço do servidor que permite escrita.',
  ],
]);

/** The migrations that an app database has executed, in order; none if it is new. */
export async function executedMigrations(db: AppDatabase): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const schema = await schemaOfTables(db);
  if (!tables.some((table) => table.name === 'kysely_migration' && table.schema === schema))
    return [];
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** The migrations that this version knows, in order. */
export const knownMigrations = (): string[] => Object.keys(migrations).toSorted();

/** Throws `StartError` for data, which have executed these migrations, of a version that this one cannot migrate. */
export function requireNotTooOld(executed: readonly string[]): void {
  if (executed.length === 0 || executed.includes(initialName)) return;
  throw new StartError(
    'Os dados são de uma versão muito antiga deste sistema. Inicie uma vez a última versão de 23 de novembro de 2026, que atualiza os dados, e depois inicie esta. Um backup tão antigo só volta com a versão que o fez.',
  );
}

let known: Promise<readonly string[]> | undefined;

/**
 * The names of the tables that this version's migrations create, each after those that it refers to. A database may
 * also contain other systems' tables.
 */
export const ownTables = (): Promise<readonly string[]> => (known ??= tablesOfNewDatabase());

/** In the order of creation: PostgreSQL accepts no reference to a table that does not exist yet. */
async function tablesOfNewDatabase(): Promise<readonly string[]> {
  const db = new Kysely<Database>({
    dialect: new SqliteDialect({ database: new BetterSqlite3(':memory:') }),
  });
  try {
    await migrate({ db });
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_schema
      where type = 'table' and name not like 'sqlite%' and name not like 'kysely%'
      order by rowid`.execute(db);
    return rows.map(({ name }) => name);
  } finally {
    await db.destroy();
  }
}

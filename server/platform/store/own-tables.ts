import BetterSqlite3 from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { migrate } from './migrate.ts';
import type { Database } from './schema.ts';

let known: Promise<ReadonlySet<string>> | undefined;

/** The names of the tables that the migrations of this version make: a database may have other systems' tables too. */
export const ownTables = (): Promise<ReadonlySet<string>> => (known ??= tablesOfNewDatabase());

async function tablesOfNewDatabase(): Promise<ReadonlySet<string>> {
  const db = new Kysely<Database>({
    dialect: new SqliteDialect({ database: new BetterSqlite3(':memory:') }),
  });
  try {
    await migrate({ db });
    return new Set((await db.introspection.getTables()).map(({ name }) => name));
  } finally {
    await db.destroy();
  }
}

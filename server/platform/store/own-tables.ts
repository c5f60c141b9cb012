import BetterSqlite3 from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { migrate } from './migrate.ts';
import type { Database } from './schema.ts';

let known: Promise<ReadonlySet<string>> | undefined;

/** The names of the tables that this version's migrations create. A database may also contain other systems' tables. */
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

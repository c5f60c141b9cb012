import { sql } from 'kysely';
import { appTables, type AppSide } from './app-rows.ts';

/** The migrator's own tables; it creates each again if it is missing. */
const migrationTables = ['kysely_migration', 'kysely_migration_lock'];

/**
 * Leaves an app database as if this product had never used it: drops its tables and their functions. Objects of other
 * programs in the same database stay.
 */
export async function dropTables(side: AppSide): Promise<void> {
  const { db, dialect } = side;
  const tables = (await appTables(side)).toReversed().map(({ name }) => name);
  const functions = dialect === 'postgres' ? await functionsOf(side, tables) : [];
  await db.transaction().execute(async (transaction) => {
    for (const name of [...tables, ...migrationTables]) {
      await sql`drop table if exists ${sql.table(name)}`.execute(transaction);
    }
    for (const signature of functions) {
      await sql`drop function if exists ${sql.raw(signature)}`.execute(transaction);
    }
  });
}

/** The functions that the triggers of these tables run. */
async function functionsOf({ db }: AppSide, tables: readonly string[]): Promise<string[]> {
  if (tables.length === 0) return [];
  const { rows } = await sql<{ signature: string }>`
    select distinct tgfoid::regprocedure::text as signature
    from pg_trigger
    join pg_class on pg_class.oid = tgrelid
    where not tgisinternal
      and relnamespace = current_schema()::regnamespace
      and relname in (${sql.join(tables)})`.execute(db);
  return rows.map(({ signature }) => signature);
}

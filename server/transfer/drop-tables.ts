import { sql } from 'kysely';
import { appTables, type AppSide } from './app-rows.ts';

/** Leaves an app database as one that was never used: no tables, no functions of theirs. */
export async function dropTables(side: AppSide): Promise<void> {
  const { db, dialect } = side;
  const isPostgres = dialect === 'postgres';
  const functions = isPostgres ? await ownFunctions(side) : [];
  const referring = (await appTables(side)).toReversed().map(({ name }) => name);
  const all = await db.introspection.getTables({ withInternalKyselyTables: true });
  const names = new Set([...referring, ...all.map(({ name }) => name)]);
  await db.transaction().execute(async (transaction) => {
    for (const name of names) {
      await sql`drop table if exists ${sql.table(name)}`.execute(transaction);
    }
    for (const signature of functions) {
      await sql`drop function if exists ${sql.raw(signature)}`.execute(transaction);
    }
  });
}

async function ownFunctions({ db }: AppSide): Promise<string[]> {
  const { rows } = await sql<{ signature: string }>`
    select oid::regprocedure::text as signature from pg_proc
    where pronamespace = current_schema()::regnamespace
      and proowner = current_user::regrole`.execute(db);
  return rows.map(({ signature }) => signature);
}

import { PostgresAdapter, sql, type Kysely, type RawBuilder } from 'kysely';

/** Whether an app database is PostgreSQL, for callers that have only the connection. */
export const isPostgres = <Tables>(db: Kysely<Tables>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

/** The database's own time, in the format of the rows. */
export const databaseNow = <Tables>(db: Kysely<Tables>): RawBuilder<string> =>
  isPostgres(db)
    ? sql<string>`to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`;

/**
 * Removes just-deleted data from SQLite's write-ahead log too; its pages were overwritten at deletion. If a reader in
 * another process still needs the log, the next change removes it. For pages, logs and copies of a PostgreSQL server
 * see docs/retention.md.
 */
export async function forgetDeleted<Tables>(db: Kysely<Tables>): Promise<void> {
  if (!isPostgres(db)) await sql`pragma wal_checkpoint(truncate)`.execute(db);
}

/** The name of this product's connections on PostgreSQL. */
export const connectionName = 'caged-analytics';

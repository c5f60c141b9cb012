import { PostgresAdapter, sql, type Kysely, type RawBuilder } from 'kysely';

/** Whether an app database is PostgreSQL, for callers that have only the connection. */
export const isPostgres = (db: Kysely<never> | Kysely<unknown>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

/** The database's own time, in the format of the rows. */
export const databaseNow = <Tables>(db: Kysely<Tables>): RawBuilder<string> =>
  db.getExecutor().adapter instanceof PostgresAdapter
    ? sql<string>`to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`;

import { PostgresDialect } from 'kysely';
import { Pool, types } from 'pg';

/** What the connections of this product are called on the server. */
export const connectionName = 'caged-analytics';

/** PostgreSQL behind a pool; bigint and numeric come as numbers, as they do from SQLite. */
export function postgresDialect(databaseUrl: string): PostgresDialect {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: connectionName,
    max: 10,
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser },
  });
  // An idle connection that the server ends is replaced by the pool; unheard, its error would end the process.
  pool.on('error', () => {});
  return new PostgresDialect({ pool });
}

const numberTypes: readonly number[] = [types.builtins.INT8, types.builtins.NUMERIC];

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return numberTypes.includes(oid) && format !== 'binary'
    ? Number
    : types.getTypeParser(oid, format);
}

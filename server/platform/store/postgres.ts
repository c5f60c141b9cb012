import { type DatabaseConnection, PostgresDialect, PostgresDriver } from 'kysely';
import { DatabaseError, Pool, types } from 'pg';
import { connectionName } from './connection-name.ts';
import { StoreError } from './store-error.ts';

/**
 * PostgreSQL behind a pool; bigint and numeric come as numbers, as they do from SQLite. While the server is away,
 * whatever is asked rejects with a `StoreError`.
 */
export function postgresDialect(databaseUrl: string): PostgresDialect {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: connectionName,
    max: 10,
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser },
  });
  // A connection that the server ends is replaced by the pool, and whoever had it is told by what he asked of it;
  // unheard, its error would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new TellingPostgresDialect(pool);
}

const numberTypes: readonly number[] = [types.builtins.INT8, types.builtins.NUMERIC];

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return numberTypes.includes(oid) && format !== 'binary'
    ? Number
    : types.getTypeParser(oid, format);
}

class TellingPostgresDialect extends PostgresDialect {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): PostgresDriver {
    return new TellingPostgresDriver({ pool: this.#pool });
  }
}

/** Tells that the server is away from a failure of what was asked of it. */
class TellingPostgresDriver extends PostgresDriver {
  readonly #known = new WeakSet<DatabaseConnection>();

  override async acquireConnection(
    ...options: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(...options).catch(rethrowTold);
    if (!this.#known.has(connection)) {
      this.#known.add(connection);
      const ask = connection.executeQuery.bind(connection);
      connection.executeQuery = (...query) => ask<never>(...query).catch(rethrowTold);
    }
    return connection;
  }
}

function rethrowTold(error: unknown): never {
  throw isAway(error) ? new StoreError('away', error) : error;
}

/** PostgreSQL's: it stops, it starts, somebody ended the connection, there are too many. Class 08 is about connections. */
const awayStates: readonly string[] = ['57P01', '57P02', '57P03', '57P05', '53300'];

/** The client's own, which have no code. */
const connectionLost =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout (expired|exceeded when trying to connect))/;

function isAway(error: unknown): boolean {
  if (error instanceof DatabaseError) {
    const state = error.code ?? '';
    return awayStates.includes(state) || state.startsWith('08');
  }
  if (!(error instanceof Error)) return false;
  const isOfTheNetwork =
    'syscall' in error || ('code' in error && error.code === 'ERR_SOCKET_CLOSED');
  // Of a name with several addresses, each of which refuses.
  return isOfTheNetwork || error instanceof AggregateError || connectionLost.test(error.message);
}

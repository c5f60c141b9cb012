import {
  type DatabaseConnection,
  type Dialect,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { DatabaseError, Pool, types } from 'pg';
import { connectionName } from './dialects.ts';
import { StoreError, type StoreFault } from './store-error.ts';

/**
 * PostgreSQL with a connection pool; bigint and numeric are read as numbers, as from SQLite. While the server is
 * unavailable, every query rejects with a `StoreError`.
 */
export function postgresDialect(databaseUrl: string): Dialect {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: connectionName,
    max: 10,
    connectionTimeoutMillis: 10_000,
    // Without probes, a query would wait for ever for a server whose machine or network failed silently.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
    // In a statement, because PgBouncer refuses it as a parameter of the connection.
    verify: (client, done) => client.query(limitLockWaits, done),
  });
  // The pool replaces a connection that the server ends, and the caller's query rejects. Without a listener, the error
  // event would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    createDriver: () => new AppPostgresDriver({ pool }),
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
}

/** A limit that the address, the user or the database sets prevails. */
const limitLockWaits = `
  select set_config('lock_timeout', '10s', false) where current_setting('lock_timeout') = '0'`;

const numberTypes: readonly number[] = [types.builtins.INT8, types.builtins.NUMERIC];

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return numberTypes.includes(oid) && format !== 'binary'
    ? Number
    : types.getTypeParser(oid, format);
}

/** Throws a `StoreError` if a query fails because the server is unavailable. */
class AppPostgresDriver extends PostgresDriver {
  readonly #known = new WeakSet<DatabaseConnection>();

  override async acquireConnection(
    ...options: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(...options).catch(rethrowTranslated);
    if (!this.#known.has(connection)) {
      this.#known.add(connection);
      const execute = connection.executeQuery.bind(connection);
      connection.executeQuery = (...query) => execute<never>(...query).catch(rethrowTranslated);
    }
    return connection;
  }
}

function rethrowTranslated(error: unknown): never {
  const fault = error instanceof DatabaseError ? faults.get(error.code) : undefined;
  if (fault !== undefined) throw new StoreError(fault, error);
  throw isAway(error) ? new StoreError('away', error) : error;
}

/** By PostgreSQL's codes: an operator or a timeout ended the statement, memory or the time for a lock is exhausted. */
const faults: ReadonlyMap<string | undefined, StoreFault> = new Map([
  ['57014', 'cancelled'],
  ['53200', 'cancelled'],
  ['55P03', 'locked'],
]);

/**
 * PostgreSQL's codes: it stops, it starts, an operator ended the connection, there are too many connections, or it only
 * permits reading, as a standby does and some providers' servers with a full disk. Class 08 is about connections, 40
 * about concurrent transactions.
 */
const awayStates = /^(08...|40...|57P01|57P02|57P03|57P05|53300|25006)$/;

/** The client's own messages, which have no code. */
const connectionLost =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout (expired|exceeded when trying to connect))/;

function isAway(error: unknown): boolean {
  if (error instanceof DatabaseError) {
    return awayStates.test(error.code ?? '');
  }
  if (!(error instanceof Error)) return false;
  // `open` is of a certificate's file.
  const isOfTheNetwork =
    ('syscall' in error && error.syscall !== 'open') ||
    ('code' in error && error.code === 'ERR_SOCKET_CLOSED');
  // Thrown for a host name with several addresses, all of which refuse.
  return isOfTheNetwork || error instanceof AggregateError || connectionLost.test(error.message);
}

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import {
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type SqliteDatabase,
} from 'kysely';
import { setImmediate as yieldToEventLoop, setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { codeOf } from '../errors.ts';
import { ConcurrencyLimit } from '../limits/concurrency-limit.ts';
import { StoreError } from './store-error.ts';

/** Blocking is acceptable here: the process serves no requests until the database is open. Milliseconds. */
const openTimeoutMs = 10_000;

/** SQLite in `app.sqlite` of the data directory, which is created if it does not exist. */
export function sqliteDialect(dataDir: string): Dialect {
  mkdirSync(dataDir, { recursive: true });
  const database = new BetterSqlite3(join(dataDir, 'app.sqlite'), { timeout: openTimeoutMs });
  try {
    prepare(database);
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    createDriver: () => new AppSqliteDriver(database),
    createAdapter: () => new AppSqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

function prepare(database: BetterSqlite3.Database): void {
  database.pragma('journal_mode = wal');
  database.pragma('synchronous = full');
  database.pragma('foreign_keys = on');
  // Overwrites deleted content instead of only freeing it.
  database.pragma('secure_delete = on');
  forgetOnce(database);
  // A busy timeout would block the event loop for its duration; the driver waits instead.
  database.pragma('busy_timeout = 0');
}

/**
 * The `user_version` of a file after a vacuum has removed the content that was deleted before `secure_delete` was on.
 * If another process has the file open, a later start runs the vacuum.
 */
const forgettingVersion = 1;

function forgetOnce(database: BetterSqlite3.Database): void {
  if (Number(database.pragma('user_version', { simple: true })) >= forgettingVersion) return;
  try {
    database.exec('vacuum');
    database.pragma(`user_version = ${forgettingVersion}`);
  } catch (error) {
    if (!isLocked(error)) throw error;
  }
}

class AppSqliteAdapter extends SqliteAdapter {
  // SQLite can roll back schema changes, so a migration can be one transaction.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  // The driver itself lends its only connection to one caller at a time.
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Maximum time that a write waits for another program's lock. */
const lockTimeoutMs = 5_000;
const pollMs = 25;

/** Maximum time between two pauses in which other work of the event loop runs. */
const maxBlockMs = 5;

/** Characters of all prepared statements in the cache, and of the longest one. */
const statementCacheSize = { maxSize: 2 ** 18, maxEntrySize: 2 ** 13 };

/**
 * Lends the only connection to one caller at a time. Transactions take the write lock at their start: one that read
 * first and wrote later would fail at once if another process wrote in between. If another program holds the lock, the
 * caller waits without blocking the event loop. Meanwhile other callers can use the connection, since reads need no
 * lock. After some seconds the caller's query rejects with a `StoreError`. Statements block the event loop, and the
 * callers' continuations follow without a turn of it. So a caller waits for the next turn if `maxBlockMs` have
 * passed since the last such wait.
 */
class AppSqliteDriver extends SqliteDriver {
  readonly #database: BetterSqlite3.Database;
  readonly #mutex = new ConcurrencyLimit({ slots: 1 });
  #unlock = () => {};
  #connection: DatabaseConnection | undefined;
  #lastYield = 0;

  constructor(database: BetterSqlite3.Database) {
    super({ database: withStatementCache(database) });
    this.#database = database;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#unlock = await this.#mutex.acquire();
    if (performance.now() - this.#lastYield > maxBlockMs) {
      await yieldToEventLoop();
      this.#lastYield = performance.now();
    }
    this.#connection ??= this.#retryWhileLocked(await super.acquireConnection());
    return this.#connection;
  }

  override async releaseConnection(): Promise<void> {
    this.#unlock();
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  // SQLite has already rolled back if the disk is full, and that error must reach the caller.
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }

  /** Within a transaction, the connection already has the lock. */
  #retryWhileLocked(connection: DatabaseConnection): DatabaseConnection {
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = async (...query) => {
      const deadline = performance.now() + lockTimeoutMs;
      for (;;) {
        try {
          return await execute<never>(...query);
        } catch (error) {
          if (!isLocked(error) || this.#database.inTransaction) throw toStoreError(error);
          if (performance.now() > deadline) throw new StoreError('locked', error);
        }
        this.#unlock();
        await sleep(pollMs);
        this.#unlock = await this.#mutex.acquire();
      }
    };
    return connection;
  }
}

/** Maps an error to a `StoreError` if the file is damaged or read-only; returns any other error unchanged. */
export function toStoreError(error: unknown): unknown {
  const code = String(codeOf(error));
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return new StoreError('damaged', error);
  return code.startsWith('SQLITE_READONLY') ? new StoreError('read_only', error) : error;
}

/** Whether another process holds the lock. */
const isLocked = (error: unknown) => /^SQLITE_(BUSY|LOCKED)/.test(String(codeOf(error)));

/** Caches prepared statements: most requests repeat them, and preparing usually takes longer than running. */
function withStatementCache(database: BetterSqlite3.Database): SqliteDatabase {
  const statements = new LRUCache<string, BetterSqlite3.Statement>({
    ...statementCacheSize,
    sizeCalculation: (_, text) => text.length,
  });
  return {
    close: () => void database.close(),
    prepare(text) {
      const known = statements.get(text);
      // A statement that is being streamed cannot be used again meanwhile.
      if (known !== undefined && !known.busy) return known;
      const prepared = database.prepare(text);
      statements.set(text, prepared);
      return prepared;
    },
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type BetterSqlite3 from 'better-sqlite3';
import { CompiledQuery, SqliteDriver, type DatabaseConnection, type SqliteDatabase } from 'kysely';
import { LRUCache } from 'lru-cache';
import { StoreError } from './store-error.ts';
import { Turns } from './turns.ts';

/** So long a write waits for another program's. */
const patienceMs = 5_000;
const lookAgainMs = 25;

/** Characters of the statements that stay prepared, all together and the longest. */
const keptStatements = { maxSize: 2 ** 18, maxEntrySize: 2 ** 13 };

/**
 * Lends the one connection to one caller at a time. Transactions take the write lock when they begin: one that read
 * first and wrote later would fail at once where another process wrote in between. Whoever finds the lock taken by
 * another program waits off the event loop, and the connection is for others meanwhile, since who reads needs no lock;
 * after some seconds it rejects with a `StoreError`.
 */
export class PatientSqliteDriver extends SqliteDriver {
  readonly #database: BetterSqlite3.Database;
  readonly #turns = new Turns();
  #connection: DatabaseConnection | undefined;

  constructor(database: BetterSqlite3.Database) {
    super({ database: keepingStatements(database) });
    this.#database = database;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turns.take();
    this.#connection ??= this.#patient(await super.acquireConnection());
    return this.#connection;
  }

  override async releaseConnection(): Promise<void> {
    this.#turns.end();
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  // A full disk has rolled back by itself, and it is that which must be told.
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }

  /** Within a transaction the lock is there already. */
  #patient(connection: DatabaseConnection): DatabaseConnection {
    const ask = connection.executeQuery.bind(connection);
    connection.executeQuery = async (...query) => {
      const giveUpAt = performance.now() + patienceMs;
      for (;;) {
        try {
          return await ask<never>(...query);
        } catch (error) {
          if (!isLocked(error) || this.#database.inTransaction) throw toldSqliteError(error);
          if (performance.now() > giveUpAt) throw new StoreError('locked', error);
        }
        this.#turns.end();
        await sleep(lookAgainMs);
        await this.#turns.take();
      }
    };
    return connection;
  }
}

/** What is wrong with the file, where something is; any other error as it is. */
export function toldSqliteError(error: unknown): unknown {
  const code = codeOf(error);
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return new StoreError('damaged', error);
  return code.startsWith('SQLITE_READONLY') ? new StoreError('read_only', error) : error;
}

/** Whether another process holds what is needed. */
export const isLocked = (error: unknown) => /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Most requests ask what others asked: preparing a statement takes longer than most of them do. */
function keepingStatements(database: BetterSqlite3.Database): SqliteDatabase {
  const kept = new LRUCache<string, BetterSqlite3.Statement>({
    ...keptStatements,
    sizeCalculation: (_, text) => text.length,
  });
  return {
    close: () => void database.close(),
    prepare(text) {
      const known = kept.get(text);
      // One that is being streamed cannot be asked meanwhile.
      if (known !== undefined && !known.busy) return known;
      const prepared = database.prepare(text);
      kept.set(text, prepared);
      return prepared;
    },
  };
}

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type SqliteDatabase,
} from 'kysely';
import { LRUCache } from 'lru-cache';

const busyTimeoutMs = 10_000;

/** SQLite in `app.sqlite` of the data directory, which is made when it does not exist. */
export function sqliteDialect(dataDir: string): SqliteDialect {
  mkdirSync(dataDir, { recursive: true });
  const database = new BetterSqlite3(join(dataDir, 'app.sqlite'), { timeout: busyTimeoutMs });
  database.pragma('journal_mode = wal');
  database.pragma('synchronous = full');
  database.pragma('foreign_keys = on');
  return new ImmediateSqliteDialect(database);
}

/** Characters of the statements that stay prepared, all together and the longest. */
const keptStatements = { maxSize: 2 ** 18, maxEntrySize: 2 ** 13 };

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

/**
 * Transactions take the write lock when they begin: one that read first and wrote later would fail at once,
 * without waiting, where another process wrote in between.
 */
class ImmediateSqliteDriver extends SqliteDriver {
  readonly #database: BetterSqlite3.Database;

  constructor(database: BetterSqlite3.Database) {
    super({ database: keepingStatements(database) });
    this.#database = database;
  }

  // A full disk has rolled back by itself, and it is that which must be told.
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

/** SQLite does roll schema changes back, so that a migration can be one transaction. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #database: BetterSqlite3.Database;

  constructor(database: BetterSqlite3.Database) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.#database);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
}

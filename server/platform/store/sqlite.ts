import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { SqliteAdapter, SqliteDialect, type SqliteDriver } from 'kysely';
import { isLocked, PatientSqliteDriver } from './sqlite-driver.ts';

/** While the database opens, no request waits for this process. */
const openPatienceMs = 10_000;

/** SQLite in `app.sqlite` of the data directory, which is created if it does not exist. */
export function sqliteDialect(dataDir: string): SqliteDialect {
  mkdirSync(dataDir, { recursive: true });
  const database = new BetterSqlite3(join(dataDir, 'app.sqlite'), { timeout: openPatienceMs });
  database.pragma('journal_mode = wal');
  database.pragma('synchronous = full');
  database.pragma('foreign_keys = on');
  // Overwrites deleted content instead of only freeing it.
  database.pragma('secure_delete = on');
  forgetOnce(database);
  // A busy timeout would block the event loop for its duration; the driver waits instead.
  database.pragma('busy_timeout = 0');
  return new PatientSqliteDialect(database);
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

class PatientSqliteAdapter extends SqliteAdapter {
  // SQLite can roll back schema changes, so a migration can be one transaction.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  // The driver itself lends its only connection to one caller at a time.
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class PatientSqliteDialect extends SqliteDialect {
  readonly #database: BetterSqlite3.Database;

  constructor(database: BetterSqlite3.Database) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): SqliteDriver {
    return new PatientSqliteDriver(this.#database);
  }

  override createAdapter(): SqliteAdapter {
    return new PatientSqliteAdapter();
  }
}

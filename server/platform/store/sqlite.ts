import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { SqliteAdapter, SqliteDialect, type SqliteDriver } from 'kysely';
import { isLocked, PatientSqliteDriver } from './sqlite-driver.ts';

/** While it is opened nobody else waits for this process. */
const openPatienceMs = 10_000;

/** SQLite in `app.sqlite` of the data directory, which is made when it does not exist. */
export function sqliteDialect(dataDir: string): SqliteDialect {
  mkdirSync(dataDir, { recursive: true });
  const database = new BetterSqlite3(join(dataDir, 'app.sqlite'), { timeout: openPatienceMs });
  database.pragma('journal_mode = wal');
  database.pragma('synchronous = full');
  database.pragma('foreign_keys = on');
  // What is deleted is overwritten, not only let go.
  database.pragma('secure_delete = on');
  forgetOnce(database);
  // It would stop the event loop for as long; the driver waits instead.
  database.pragma('busy_timeout = 0');
  return new PatientSqliteDialect(database);
}

/** What was deleted before deletions overwrote; of a file that another process has open, at another start. */
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
  // SQLite does roll schema changes back, so that a migration can be one transaction.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  // The driver lends its one connection to one at a time by itself.
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

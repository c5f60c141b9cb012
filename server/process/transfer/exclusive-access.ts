import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { makeDataDir } from '../installation/data-dir.ts';
import { codeOf, StartError } from '../../platform/errors.ts';
import { connectionName } from '../../platform/store/dialects.ts';
import type { AppDatabase } from '../../platform/store/schema.ts';
import { openStore, type StoreOptions } from '../../platform/store/store.ts';

/** Maximum time that statements of a process that died may continue, in milliseconds. */
const lockTimeoutMs = 1_500;
const lookEveryMs = 200;

/** Runs the work while no other transfer writes this app database and no server uses it. Throws `StartError`. */
export const withExclusiveAccess = <Result>(place: StoreOptions, work: () => Promise<Result>) =>
  place.databaseUrl === undefined
    ? withFolderLock(place.dataDir, work)
    : withPostgresLock(place, work);

/** An SQLite lock on an empty file: the operating system releases it when the process ends, for whatever reason. */
async function withFolderLock<Result>(dataDir: string, work: () => Promise<Result>) {
  await makeDataDir(dataDir);
  const path = join(dataDir, 'transfer.lock');
  const lock = locked(path) ?? lockedAgain(path);
  try {
    requireUnused(join(dataDir, 'app.sqlite'));
    return await work();
  } finally {
    lock.close();
  }
}

/** Refuses a database that any process has open. A database that does not open is reported later, by the work. */
function requireUnused(path: string): void {
  if (!existsSync(path)) return;
  let file: BetterSqlite3.Database | undefined;
  try {
    file = new BetterSqlite3(path, { timeout: 0, fileMustExist: true });
    // Otherwise the lock would coexist with the readers of a write-ahead log.
    file.pragma('locking_mode = exclusive');
    file.exec('begin exclusive');
  } catch (error) {
    if (String(codeOf(error)).startsWith('SQLITE_BUSY')) throw dataInUse(error);
  } finally {
    file?.close();
  }
}

function lockedAgain(path: string): BetterSqlite3.Database {
  rmSync(path, { force: true });
  const lock = locked(path);
  if (lock === undefined) throw new Error(`${path} cannot be opened.`);
  return lock;
}

/** Locks the file; undefined for a damaged one, which carries no information. */
function locked(path: string): BetterSqlite3.Database | undefined {
  const file = new BetterSqlite3(path, { timeout: 0 });
  try {
    file.exec('begin exclusive');
    return file;
  } catch (error) {
    file.close();
    const code = codeOf(error);
    if (code === 'SQLITE_BUSY') throw otherTransfer();
    if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT') return undefined;
    throw error;
  }
}

async function withPostgresLock<Result>(place: StoreOptions, work: () => Promise<Result>) {
  const store = await openStore(place);
  try {
    return await store.db.connection().execute(async (db) => {
      const deadline = performance.now() + lockTimeoutMs;
      for (;;) {
        const refusal = await maybeRefusal(db);
        if (refusal === undefined) break;
        if (performance.now() > deadline) throw refusal;
        await sleep(lookEveryMs);
      }
      // The lock ends with the connection.
      return await work();
    });
  } finally {
    await store.close();
  }
}

/** Takes the lock if it is free; returns the refusal otherwise. */
async function maybeRefusal(db: AppDatabase): Promise<StartError | undefined> {
  const { rows } = await sql<{ is_taken: boolean; others: number }>`
    select pg_try_advisory_lock(hashtextextended('caged transfer', 0)) as is_taken,
      (select count(*) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
          and application_name = ${connectionName}) as others`.execute(db);
  if (rows[0]?.is_taken !== true) return otherTransfer();
  return rows[0].others > 0 ? serversRun() : undefined;
}

const otherTransfer = () =>
  new StartError(
    'Outra cópia ou restauração para este destino está em andamento: espere terminar e repita o comando.',
  );

/** The refusal while another process uses the embedded data. */
export const dataInUse = (cause: unknown) =>
  new StartError(
    'Outro processo, talvez o servidor, usa estes dados: pare-o, espere terminar e repita o comando.',
    { cause },
  );

const serversRun = () =>
  new StartError(
    'Há processos deste sistema ligados ao banco de DATABASE_URL: pare todos (web e worker), espere terminarem e repita o comando.',
  );

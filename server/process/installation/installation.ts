import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import type { Loading } from '../../registry/ingest/loading.ts';
import { makeDataDir } from './data-dir.ts';
import { reachWarehouse, claimWarehouse } from './reach-warehouse.ts';
import { maybeSource } from '../../registry/sources/open.ts';
import {
  executedMigrations,
  knownMigrations,
  migrate,
  requireNotTooOld,
} from '../../platform/store/migrate.ts';
import { withLock } from '../../platform/store/lock.ts';
import { openStore, type Store } from '../../platform/store/store.ts';
import { codeOf, StartError } from '../../platform/errors.ts';
import { ignoreMissing } from '../../platform/ignore-missing.ts';
import { requireFinishedRestore, unfinishedMark } from './unfinished-restore.ts';
import {
  awayMessage,
  WarehouseAwayError,
  damageMessage,
} from '../../platform/warehouse/engine-error.ts';
import { isHeldByAnother, isLockedByAnother } from '../../platform/warehouse/other-processes.ts';
import { prepareWarehouse } from '../../platform/warehouse/schema.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { requireOpenFiles } from '../../platform/open-file-limit.ts';
import { publishedTables } from '../../platform/warehouse/tables.ts';
import { requireWholeBatches } from '../../registry/releases/require-whole-batches.ts';

/** What the server and the commands open in the same way. */

/** A month of MTE's files is under 1 GiB of text; a whole year in one file would still pass. */
const maxTextBytes = 16 * 2 ** 30;

export const partialDir = (config: Config) => join(config.dataDir, 'partial');

/** Opens the app database and migrates it. Throws `StartError`, also for an unfinished restore. */
export async function openMigratedStore(config: Config): Promise<Store> {
  await makeDataDir(config.dataDir);
  await requireFinishedRestore(config.dataDir);
  await requireAppDatabase(config);
  const store = await openStore(config);
  try {
    const executed = await requireKnownMigrations(store);
    requireNoEarlierServer(config, executed);
    await migrate(store);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * Opens the app database of an installation that exists. With a wrong `DATA_DIR`, a command that only reads would show
 * an empty installation, and a backup would contain nothing. Throws `StartError`.
 */
export async function openExistingStore(config: Config): Promise<Store> {
  await requireInstallation(config);
  return openMigratedStore(config);
}

async function requireInstallation(config: Config): Promise<void> {
  if (config.databaseUrl !== undefined || config.clickhouseUrl !== undefined) return;
  for (const name of ['app.sqlite', 'warehouse', unfinishedMark]) {
    const isAbsent = await stat(join(config.dataDir, name)).then(
      () => false,
      (error: unknown) => codeOf(error) === 'ENOENT',
    );
    if (!isAbsent) return;
  }
  throw new StartError(
    `Não há dados deste sistema em ${config.dataDir}: confira a variável DATA_DIR. Em uma instalação nova, inicie o servidor ou carregue arquivos (npm run caged -- import <arquivo ou pasta>).`,
  );
}

/** Refuses to create an empty app database beside an embedded warehouse that contains data of another one. */
async function requireAppDatabase({ dataDir, databaseUrl, clickhouseUrl }: Config): Promise<void> {
  if (databaseUrl !== undefined || clickhouseUrl !== undefined) return;
  const app = await ignoreMissing(stat(join(dataDir, 'app.sqlite')));
  const stored = (await ignoreMissing(readdir(join(dataDir, 'warehouse', 'data')))) ?? [];
  if ((app?.size ?? 0) > 0 || stored.length === 0) return;
  throw new StartError(
    `O banco de dados do aplicativo (app.sqlite) ${app === undefined ? 'não está' : 'está vazio'} em DATA_DIR, e o armazém de dados está lá: recoloque o arquivo, ou restaure o último backup: npm run caged -- restore <pasta> --overwrite.`,
  );
}

/** Returns the executed migrations. */
async function requireKnownMigrations(store: Store): Promise<string[]> {
  const known = new Set(knownMigrations());
  const executed = await executedMigrations(store.db);
  requireNotTooOld(executed);
  if (executed.every((name) => known.has(name))) return executed;
  throw new StartError(
    'Os dados são de uma versão mais nova deste sistema: atualize-o, ou restaure um backup feito por esta versão.',
  );
}

/** Refuses to migrate data under a server of an earlier version, which could not start again on them. */
function requireNoEarlierServer(
  { dataDir, clickhouseUrl }: Config,
  executed: readonly string[],
): void {
  const isCurrent = knownMigrations().every((name) => executed.includes(name));
  if (isCurrent || executed.length === 0 || clickhouseUrl !== undefined) return;
  const directory = join(dataDir, 'warehouse');
  if (!isHeldByAnother(directory) && !isLockedByAnother(directory)) return;
  throw new StartError(
    'Um servidor de uma versão anterior usa os dados de DATA_DIR: encerre-o antes de usar esta versão, que atualiza os dados.',
  );
}

/**
 * Opens the warehouse with its tables. Throws `WarehouseBusyError` when another process has the embedded one open. Only
 * one process can open the embedded warehouse, so this process frees the jobs of a process that died.
 */
export async function openPreparedWarehouse(config: Config, store: Store): Promise<Warehouse> {
  const warehouse = await reachWarehouse(config);
  try {
    // If processes start together, one prepares the warehouse and the others find it prepared.
    await withLock(store, 'prepare the warehouse', async () => {
      await prepareWarehouse(warehouse);
      await claimWarehouse(store, warehouse);
    });
    if (config.clickhouseUrl === undefined) await freeAbandonedJobs(store);
    return warehouse;
  } catch (error) {
    await warehouse.close();
    throw error instanceof WarehouseAwayError
      ? new StartError(awayMessage(error), { cause: error })
      : error;
  }
}

/**
 * Releases the claims of processes that are gone, including claims of a time when the clock was ahead: they would expire
 * much later. Call it only while no other process uses the warehouse.
 */
export async function freeAbandonedJobs({ db }: Store): Promise<void> {
  const free = { lease_until: null };
  await db.updateTable('uploads').set(free).where('status', '=', 'PROCESSING').execute();
  await db.updateTable('reports').set(free).where('status', '=', 'GENERATING').execute();
  await db.updateTable('backups').set(free).where('status', '=', 'RUNNING').execute();
  await db.deleteFrom('held_uploads').execute();
  await db.deleteFrom('daily_runs').where('finished_at', 'is', null).execute();
}

export function loadingWith(
  config: Config,
  parts: Pick<Loading, 'store' | 'warehouse' | 'files' | 'clock' | 'prepare'>,
): Loading {
  const source = maybeSource(config);
  return {
    ...parts,
    maxTextBytes,
    maxRejectedPercent: config.maxRejectedPercent,
    ...(config.clickhouseUrl === undefined && { dataDir: config.dataDir }),
    ...(source && { source }),
  };
}

/**
 * Opens the warehouse as `openPreparedWarehouse` does and checks that every published line is readable: a command must
 * neither report on damaged data nor publish on top of it. Throws `StartError`.
 */
export async function openCheckedWarehouse(config: Config, store: Store): Promise<Warehouse> {
  if (config.clickhouseUrl === undefined) await requireOpenFiles();
  const warehouse = await openPreparedWarehouse(config, store);
  try {
    await requireWholeBatches(store, warehouse);
    if (config.clickhouseUrl === undefined) await requireReadableParts(warehouse);
    return warehouse;
  } catch (error) {
    await warehouse.close();
    throw error;
  }
}

/** The engine reads every part and compares its checksums, which takes about a second per five million lines. */
async function requireReadableParts(warehouse: Warehouse): Promise<void> {
  for (const { name } of publishedTables) {
    const [row] = await warehouse.rows<{ result: number }>(
      { text: `check table ${name} settings check_query_single_value_result = 1` },
      { timeoutMs: 10 * 60_000, threads: 2 },
    );
    if (row?.result === 0) throw new StartError(damageMessage);
  }
}

import type { Config } from '../installation/config.ts';
import { makeDataDir } from '../installation/data-dir.ts';
import { openFiles } from '../../platform/files/open-files.ts';
import { transferMark, reachWarehouse } from '../installation/reach-warehouse.ts';
import { StartError } from '../../platform/errors.ts';
import { StoreError } from '../../platform/store/store-error.ts';
import { openStore } from '../../platform/store/store.ts';
import { isFullDisk, WarehouseBusyError } from '../../platform/warehouse/engine-error.ts';
import { prepareWarehouse } from '../../platform/warehouse/schema.ts';
import { WarehouseError } from '../../platform/warehouse/warehouse.ts';
import { emptyWarehouse } from './batch-lines.ts';
import type { Print } from './manifest.ts';
import { unfinishedRestore } from '../installation/unfinished-restore.ts';
import { dropTables, stateOf, type TransferTarget } from './write-installation.ts';

/** Where the databases and files of a target are: those without an address are in the folder. */
export type TargetPlaces = Pick<
  Config,
  'databaseUrl' | 'clickhouseUrl' | 'clickhouseCluster' | 'filesUrl' | 'dataDir'
>;

/** Opens the target for writing; closes it again whatever happens. */
export async function withTarget<Result>(
  places: TargetPlaces,
  use: (target: TransferTarget) => Promise<Result>,
): Promise<Result> {
  await using opened = new AsyncDisposableStack();
  await makeDataDir(places.dataDir);
  // Opened first, because another process may have it open.
  const warehouse = await reachWarehouse(places);
  opened.defer(() => warehouse.close());
  await prepareWarehouse(warehouse);
  const store = await openStore(places);
  opened.defer(() => store.close());
  const files = await openFiles(places);
  return await use({ store, warehouse, files, dataDir: places.dataDir });
}

/**
 * Makes room for the content to be written: files move to a subfolder, servers are emptied. What an earlier run of the
 * same transfer wrote stays, so that the transfer continues.
 */
export async function emptyTarget(
  places: TargetPlaces,
  installation: string,
  now: Date,
  print: Print,
): Promise<void> {
  // Refused before any failure below counts as damaged data.
  await openFiles(places);
  const mark = `${transferMark}${installation}`;
  const found = await withTarget(places, (target) => stateOf(target, mark)).catch(
    (error: unknown) => {
      // Embedded data that do not open are set aside like those that do. Servers must answer.
      const isEmbedded = places.databaseUrl === undefined && places.clickhouseUrl === undefined;
      if (isEmbedded && isUnusable(error)) return 'occupied' as const;
      throw error;
    },
  );
  // Checked before the warehouse is marked: afterwards, a repeated run treats the content of the folder as its own.
  if (found === 'occupied') {
    const aside = await unfinishedRestore(places.dataDir).setAside(isOldIn(places), now);
    print(`O que havia em DATA_DIR foi guardado em ${aside}.`);
  }
  const { clickhouseUrl, databaseUrl, dataDir } = places;
  if (found === 'empty' || (clickhouseUrl ?? databaseUrl) === undefined) return;
  await withTarget(places, async ({ warehouse, store: { db } }) => {
    // The warehouse stores the future owner's mark first, so that no server starts on what remains in it.
    if (clickhouseUrl !== undefined && found === 'occupied') await emptyWarehouse(warehouse, mark);
    if (databaseUrl !== undefined) await dropTables({ db, dataDir });
  });
}

/** Any failure of the data in the folder, except that another process has it open or that the disk is full. */
const isUnusable = (error: unknown) =>
  error instanceof StartError ||
  (error instanceof StoreError && error.fault === 'damaged') ||
  (error instanceof WarehouseError && !(error instanceof WarehouseBusyError) && !isFullDisk(error));

const isOldIn =
  ({ databaseUrl, clickhouseUrl }: TargetPlaces) =>
  (name: string): boolean =>
    ['reports', 'uploads', 'partial'].includes(name) ||
    (clickhouseUrl === undefined && name === 'warehouse') ||
    (databaseUrl === undefined && name.startsWith('app.sqlite'));

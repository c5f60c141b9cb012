import { join } from 'node:path';
import type { Logger } from 'pino';
import {
  MonthFilesKeeper,
  noMonthsKept,
  type MonthsKeeper,
} from '../../answers/index/keep-month-files.ts';
import { MonthFiles } from '../../answers/index/month-files.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import type { Store } from '../../platform/store/store.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import type { PrepareRelease } from '../../registry/ingest/loading.ts';
import type { Config } from './config.ts';
import { createLogger } from './log.ts';

type Databases = { readonly store: Store; readonly warehouse: Warehouse };

/** The keeper of the month files. Their folder is shared by the processes that serve users. */
export function monthsKeeperOf(
  { hasMonthFiles, dataDir }: Pick<Config, 'hasMonthFiles' | 'dataDir'>,
  { store, warehouse, logger }: Databases & { readonly logger: Logger },
): MonthsKeeper {
  if (!hasMonthFiles) return noMonthsKept;
  const files = new MonthFiles(join(dataDir, 'ranked'), warehouse);
  return new MonthFilesKeeper({ files, store, logger });
}

/**
 * How a command prepares a release, as the server does. With the embedded warehouse it creates the folder of the month
 * files, because the server will read them there; otherwise only a server knows whether it reads any.
 */
export async function preparationOf(
  config: Pick<Config, 'hasMonthFiles' | 'dataDir' | 'clickhouseUrl'>,
  databases: Databases,
): Promise<PrepareRelease> {
  const keeper = monthsKeeperOf(config, { ...databases, logger: createLogger() });
  if (config.clickhouseUrl === undefined) await keeper.open();
  return (coming, signal) => keeper.prepare(coming, signal);
}

/** Prepares the release of a copied installation as publishing does, before a server opens it. */
export async function prepareCopied(
  config: Parameters<typeof preparationOf>[0],
  databases: Databases,
): Promise<void> {
  const prepare = await preparationOf(config, databases);
  await prepare(await currentRelease(databases.store), undefined);
}

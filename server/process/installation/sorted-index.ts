import { join } from 'node:path';
import type { Logger } from 'pino';
import {
  noIndex,
  openSortedIndex,
  type SortedIndexService,
} from '../../answers/index/sorted-index.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import type { Store } from '../../platform/store/store.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import type { PrepareRelease } from '../../registry/ingest/loading.ts';
import type { Config } from './config.ts';
import { createLogger, logOutput } from './log.ts';

type Databases = { readonly store: Store; readonly warehouse: Warehouse };

/** The sorted index in the data folder, which the processes that serve users share. */
export function sortedIndexOf(
  { hasMonthFiles, dataDir }: Pick<Config, 'hasMonthFiles' | 'dataDir'>,
  { store, warehouse, logger }: Databases & { readonly logger: Logger },
): SortedIndexService {
  if (!hasMonthFiles) return noIndex;
  return openSortedIndex(join(dataDir, 'ranked'), { store, warehouse, logger });
}

/**
 * How a command prepares a release, as the server does. With the embedded warehouse it creates the folder of the month
 * files, because the server will read them there; otherwise only a server knows whether it reads any.
 */
export async function preparationOf(
  config: Pick<Config, 'hasMonthFiles' | 'dataDir' | 'clickhouseUrl'>,
  databases: Databases,
): Promise<PrepareRelease> {
  const index = sortedIndexOf(config, {
    ...databases,
    logger: createLogger(logOutput(config.dataDir)),
  });
  if (config.clickhouseUrl === undefined) await index.open();
  return (coming, signal) => index.prepare(coming, signal);
}

/** Prepares the release of a copied installation as publishing does, before a server opens it. */
export async function prepareCopied(
  config: Parameters<typeof preparationOf>[0],
  databases: Databases,
): Promise<void> {
  const prepare = await preparationOf(config, databases);
  await prepare(await currentRelease(databases.store), undefined);
}

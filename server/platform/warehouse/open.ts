import { codeOf } from '../errors.ts';
import { NoEngineHereError } from './engine-error.ts';
import type { Warehouse } from './warehouse.ts';

export interface WarehouseOptions {
  /** The servers, `http://user:password@host:8123`, separated by commas; without any the engine is in this process. */
  readonly clickhouseUrl: string | undefined;
  /** The cluster that the servers form, if any. */
  readonly clickhouseCluster?: string | undefined;
  readonly clickhouseDatabase?: string;
  /** The data directory of the engine in this process. */
  readonly directory: string;
}

/** Opens the configured engine. Throws `NoEngineHereError` if this machine has none for this process. */
export async function openWarehouse(options: WarehouseOptions): Promise<Warehouse> {
  if (options.clickhouseUrl === undefined) {
    const { openEmbeddedWarehouse } = await embedded();
    return openEmbeddedWarehouse(options.directory);
  }
  const { openClickHouseWarehouse } = await import('./cluster/clickhouse.ts');
  return openClickHouseWarehouse({
    url: options.clickhouseUrl,
    database: options.clickhouseDatabase ?? 'caged',
    cluster: options.clickhouseCluster,
  });
}

/** Its package does not support the platform, cannot be loaded, or is not installed. */
const withoutEngine: ReadonlySet<unknown> = new Set([
  'CHDB_PLATFORM',
  'CHDB_ABI',
  'ERR_MODULE_NOT_FOUND',
]);

/** Imports the embedded engine on demand: few platforms have its package, and a server needs none. */
async function embedded() {
  try {
    return await import('./embedded.ts');
  } catch (cause) {
    if (withoutEngine.has(codeOf(cause))) throw new NoEngineHereError(cause);
    throw cause;
  }
}

import { codeOf } from '../errors.ts';
import { NoEngineHereError } from './engine-error.ts';
import type { Warehouse } from './warehouse.ts';

export interface WarehouseOptions {
  /**
   * The servers, `http://user:password@host:8123`, or several, separated by commas; without it the engine runs in this
   * process.
   */
  readonly clickhouseUrl: string | undefined;
  /** The cluster that the servers form, if any. */
  readonly clickhouseCluster?: string | undefined;
  readonly clickhouseDatabase?: string;
  /** The data directory of the engine in this process. */
  readonly directory: string;
}

/**
 * Opens the configured engine. Throws `NoEngineHereError` if that is the engine in this process and none exists for
 * this machine.
 */
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

/**
 * Imports the embedded engine on demand: its package supports few platforms, and an installation with a server needs
 * none.
 */
async function embedded() {
  try {
    return await import('./embedded.ts');
  } catch (cause) {
    const code = codeOf(cause);
    if (code === 'CHDB_PLATFORM' || code === 'ERR_MODULE_NOT_FOUND') {
      throw new NoEngineHereError(cause);
    }
    throw cause;
  }
}

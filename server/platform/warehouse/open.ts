import { NoEngineHereError } from './engine-error.ts';
import type { Warehouse } from './warehouse.ts';

export interface WarehouseOptions {
  /** Servers to use, `http://user:password@host:8123`, or several with commas; without it the engine runs in this process. */
  readonly clickhouseUrl: string | undefined;
  /** The cluster that the servers make up, if they do. */
  readonly clickhouseCluster?: string | undefined;
  readonly clickhouseDatabase?: string;
  /** Where the engine in this process keeps its data. */
  readonly directory: string;
}

/** Opens whichever engine the installation has chosen. Throws `NoEngineHereError` where that is the one in this process and there is none for this machine. */
export async function openWarehouse(options: WarehouseOptions): Promise<Warehouse> {
  if (options.clickhouseUrl === undefined) {
    const { openEmbeddedWarehouse } = await embedded();
    return openEmbeddedWarehouse({ directory: options.directory });
  }
  const { openClickHouseWarehouse } = await import('./cluster/clickhouse.ts');
  return openClickHouseWarehouse({
    url: options.clickhouseUrl,
    database: options.clickhouseDatabase ?? 'caged',
    cluster: options.clickhouseCluster,
  });
}

/** Only who uses it needs it installed: it exists for few machines. */
async function embedded() {
  try {
    return await import('./embedded.ts');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'CHDB_PLATFORM' || code === 'ERR_MODULE_NOT_FOUND') {
      throw new NoEngineHereError(cause);
    }
    throw cause;
  }
}

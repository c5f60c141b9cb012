import { openClickHouseWarehouse } from './cluster/clickhouse.ts';
import { openEmbeddedWarehouse } from './embedded.ts';
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

/** Opens whichever engine the installation has chosen. */
export function openWarehouse(options: WarehouseOptions): Promise<Warehouse> {
  if (options.clickhouseUrl === undefined) {
    return openEmbeddedWarehouse({ directory: options.directory });
  }
  return openClickHouseWarehouse({
    url: options.clickhouseUrl,
    database: options.clickhouseDatabase ?? 'caged',
    cluster: options.clickhouseCluster,
  });
}

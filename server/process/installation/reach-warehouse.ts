import { StartError } from '../../platform/start-error.ts';
import { WarehouseBusyError } from '../../platform/warehouse/engine-error.ts';
import { openWarehouse, type WarehouseOptions } from '../../platform/warehouse/open.ts';
import { WarehouseError, type Warehouse } from '../../platform/warehouse/warehouse.ts';

/** Opens a warehouse. Throws `StartError` for one that does not open; a busy one is for the caller to tell. */
export async function reachWarehouse(options: WarehouseOptions): Promise<Warehouse> {
  try {
    return await openWarehouse(options);
  } catch (cause) {
    if (!(cause instanceof WarehouseError) || cause instanceof WarehouseBusyError) throw cause;
    throw new StartError(
      'Não foi possível abrir o armazém de dados: confira CLICKHOUSE_URL ou, sem ele, se a pasta de DATA_DIR permite escrita.',
      { cause },
    );
  }
}

import { requireOpenFiles } from '../../platform/open-files.ts';
import { StartError } from '../../platform/start-error.ts';
import { damageSentence } from '../../platform/warehouse/damage.ts';
import { publishedTables } from '../../platform/warehouse/cluster/whole-batches.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import type { Store } from '../../platform/store/store.ts';
import { requireWholeBatches } from '../../registry/releases/require-whole-batches.ts';
import type { Config } from './config.ts';
import { openPreparedWarehouse } from './installation.ts';

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
    if (row?.result === 0) throw new StartError(damageSentence);
  }
}

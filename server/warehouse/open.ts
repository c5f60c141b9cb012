import { openEmbeddedWarehouse } from './embedded.ts';
import type { Warehouse } from './warehouse.ts';

export interface WarehouseOptions {
  readonly clickhouseUrl: string | undefined;
  readonly directory: string;
}

export async function openWarehouse({ directory }: WarehouseOptions): Promise<Warehouse> {
  return openEmbeddedWarehouse({ directory });
}

import { warehouseTables, type WarehouseTable } from '../warehouse/tables.ts';

/** The tables whose rows came from files, a batch at a time; whatever else the warehouse has is made of them. */
export const batchTables: readonly WarehouseTable[] = warehouseTables.filter(
  ({ columns, engine }) => columns.some(({ name }) => name === 'batch') && engine === undefined,
);

import { warehouseTables } from '../../platform/warehouse/tables.ts';
import type { BatchColumn } from './manifest.ts';

export interface CarriedTable {
  readonly name: string;
  readonly columns: readonly BatchColumn[];
  /** Its rows are of releases. */
  readonly isPublished: boolean;
}

/** The tables whose rows came from files, a batch at a time. */
export const batchTables: readonly CarriedTable[] = warehouseTables
  .filter(({ columns }) => columns.some(({ name }) => name === 'batch'))
  .map(({ name, columns, isPublished = false }) => ({
    name,
    isPublished,
    columns: columns.map((column) => ({ name: column.name, type: column.type })),
  }));

import { warehouseTables, type TableColumn } from '../warehouse/tables.ts';
import type { BatchColumn } from './manifest.ts';

export interface CarriedTable {
  readonly name: string;
  readonly columns: readonly BatchColumn[];
  /** Its rows are of releases. */
  readonly isPublished: boolean;
}

/** A column that each row works out of its others is worked out anew, as the version that reads it wants it. */
const isOwn = ({ default: otherwise }: TableColumn) =>
  otherwise === undefined || /^\d+$/.test(otherwise);

/** The tables whose rows came from files, a batch at a time; whatever else the warehouse has is made of them. */
export const batchTables: readonly CarriedTable[] = warehouseTables
  .filter(
    ({ columns, engine }) => columns.some(({ name }) => name === 'batch') && engine === undefined,
  )
  .map(({ name, columns, isPublished = false }) => ({
    name,
    isPublished,
    columns: columns.filter(isOwn).map((column) => ({ name: column.name, type: column.type })),
  }));

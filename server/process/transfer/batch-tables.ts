import { warehouseTables } from '../../platform/warehouse/tables.ts';
import { StartError } from '../../platform/start-error.ts';
import type { BatchTable } from './manifest.ts';

/** A column as the product's own tables declare it. */
export interface BatchColumn {
  readonly name: string;
  readonly type: string;
}

export interface CarriedTable {
  readonly name: string;
  readonly columns: readonly BatchColumn[];
  /** Whether releases list its rows. */
  readonly isPublished: boolean;
}

/** The tables whose rows come from files, one batch at a time. */
export const batchTables: readonly CarriedTable[] = warehouseTables
  .filter(({ columns }) => columns.some(({ name }) => name === 'batch'))
  .map(({ name, columns, isPublished = false }) => ({
    name,
    isPublished,
    columns: columns.map((column) => ({ name: column.name, type: column.type })),
  }));

const ownTypes: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  batchTables.map(({ name, columns }) => [
    name,
    new Map(columns.map((column) => [column.name, column.type])),
  ]),
);

/**
 * The columns of a table in the order of a manifest, with the types of the product's own tables: no text of a manifest
 * becomes SQL. Throws `StartError` for a table or a column that the product does not have.
 */
export function ownColumns({ name, columns }: Pick<BatchTable, 'name' | 'columns'>): BatchColumn[] {
  const types = ownTypes.get(name);
  if (types === undefined) throw new StartError(unknownTables);
  return columns.map((column) => {
    const type = types.get(column.name);
    if (type === undefined) throw new StartError(unknownTables);
    return { name: column.name, type };
  });
}

/** The message for tables or columns that this program does not have. */
export const unknownTables =
  'O backup tem tabelas ou colunas que este programa não conhece: nada foi gravado. Use a versão do sistema que fez o backup, ou outro backup.';

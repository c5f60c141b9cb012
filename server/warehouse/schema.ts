import { exclusionColumns, sharedColumns, type Column } from './layout.ts';
import type { Warehouse } from './warehouse.ts';

/**
 * The analytical schema. Every row carries the batch that it arrived with; readers see the batches of one
 * release and nothing else, so that publishing, undoing and cleaning never touch a reader.
 */

const declare = (columns: readonly Column[]) =>
  columns.map(({ name, type }) => `${name} ${type}`).join(',\n      ');

/** The names of the 28 shared columns, in the layout's order, for select lists. */
export const sharedNames = sharedColumns.map(({ name }) => name).join(', ');

const statements = [
  `create database if not exists caged`,
  `create table if not exists caged.installation (name String) engine = MergeTree order by name`,
  // One row a line of MOV or FOR (weight 1), and one for each copy that a matched exclusion cancels (weight -1,
  // equal to the line in every column and in `kind`), so that sums of weight are exact under any filter.
  `create table if not exists caged.movements (
      batch UInt32,
      weight Int8,
      kind Enum8('MOV' = 1, 'FOR' = 2),
      ${declare(sharedColumns)}
    )
    engine = MergeTree
    partition by intDiv(month, 100)
    order by (cbo, balance, month, uf, municipality)`,
  `create table if not exists caged.exclusions (
      batch UInt32,
      ${declare([...sharedColumns, ...exclusionColumns])}
    )
    engine = MergeTree
    order by (month, cbo, municipality)`,
  `create table if not exists caged.rejections (
      batch UInt32,
      line UInt64,
      column LowCardinality(String),
      reason String,
      raw String
    )
    engine = MergeTree
    order by (batch, line)`,
  // Of a file with very many rejected lines the first are kept; line 0 stands for `copies` more of a reason.
  `alter table caged.rejections add column if not exists copies UInt64 default 1`,
];

/** Creates what is missing; safe to call at every start. */
export async function prepareWarehouse(warehouse: Warehouse): Promise<void> {
  for (const text of statements) await warehouse.run({ text });
}

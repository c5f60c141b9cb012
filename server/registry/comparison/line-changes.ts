import type { LineRevision } from '../../../shared/contracts/comparison.ts';
import { emptyCode } from '../../platform/warehouse/empty-values.ts';
import { columnsOf, type Column } from '../../platform/warehouse/layout.ts';
import type { QueryLimits, Warehouse } from '../../platform/warehouse/warehouse.ts';
import {
  changedExamplesSql,
  changedLinesSql,
  factors,
  payPair,
  singleColumnChangesSql,
  type VersionPair,
} from './line-changes-sql.ts';

/** Lines of two versions that have no equal line in the other one. */
export interface ChangedLines {
  /** Lines of the earlier version that the later one does not have. */
  readonly gone: number;
  /** Lines of the later version that the earlier one does not have. */
  readonly added: number;
}

/**
 * Compares two versions as multisets of lines, equal over all columns. The engine groups one hash per line and needs
 * about 50 bytes of memory per distinct line. A 64-bit collision (one chance in a million for a national month) hides
 * one line.
 */
export async function countChangedLines(
  warehouse: Warehouse,
  pair: VersionPair,
  limits: QueryLimits,
): Promise<ChangedLines> {
  const [row] = await warehouse.rows<ChangedLines>(changedLinesSql(pair), limits);
  return row ?? { gone: 0, added: 0 };
}

/** Maximum number of rows that the description of changes groups; above it, the description counts a sample. */
const maxGroupedRows = 6_000_000;

/** Describes the changed lines: which single columns changed, and up to ten lines side by side. */
export async function describeChanges(
  warehouse: Warehouse,
  pair: VersionPair,
  { gone, added }: ChangedLines,
  limits: QueryLimits,
): Promise<Pick<LineRevision, 'changes' | 'examples'>> {
  const columns = columnsOf(pair.kind);
  const sample = Math.max(1, Math.ceil(((gone + added) * columns.length) / maxGroupedRows));
  const counted = await warehouse.rows<SingleColumnChange>(
    singleColumnChangesSql(pair, sample),
    limits,
  );
  const rows = await warehouse.rows<ChangedRow>(changedExamplesSql(pair), limits);
  return {
    changes: singleColumnChanges(counted, columns, sample),
    examples: examplesOf(rows, columns),
  };
}

interface SingleColumnChange {
  /** A column's name, or `payPair`. */
  readonly name: string;
  readonly lines: number;
  readonly groups: number;
  /** The text that every changed value has in the later version; null if they differ. */
  readonly only: string | null;
  /** For each of `factors`, the number of groups whose values are all multiplied by it. */
  readonly scaled: readonly number[];
}

/** Two columns count as changed together only in lines in which neither changed alone. */
function singleColumnChanges(
  counted: readonly SingleColumnChange[],
  columns: readonly Column[],
  sample: number,
): LineRevision['changes'] {
  const columnByName = new Map(columns.map((column) => [column.name, column]));
  const alone = new Map(counted.map(({ name, lines }) => [name, lines]));
  const pairNames = payPair.split(',');
  const aloneInPair = pairNames.reduce((sum, name) => sum + (alone.get(name) ?? 0), 0);
  return counted.flatMap(({ name, lines, groups, only, scaled }) => {
    const names = name.split(',').flatMap((one) => columnByName.get(one) ?? []);
    const single = name === payPair ? lines - aloneInPair : lines;
    if (single <= 0) return [];
    const factor = factors.find((_, index) => scaled[index] === groups) ?? null;
    const [column] = names;
    const isConstant = only !== null && column !== undefined && names.length === 1;
    return [
      {
        columns: names.map(({ header }) => header),
        lines: single * sample,
        isEstimate: sample > 1,
        factor,
        only: factor === null && isConstant ? shownText(column, only) : null,
      },
    ];
  });
}

type ChangedRow = Readonly<Record<string, string>> & { readonly copies: number };

const maxExamples = 10;
/** Lines that differ in more columns are shown separately. */
const maxDifferences = 3;

/** Pairs each changed line of the earlier version with the most similar changed line of the later one. */
function examplesOf(
  rows: readonly ChangedRow[],
  columns: readonly Column[],
): LineRevision['examples'] {
  const left = rows.filter(({ copies }) => copies > 0);
  const pairs = rows
    .filter(({ copies }) => copies < 0)
    .map((before) => {
      const nearest = left
        .map((after) => ({ after, differing: differingColumns(before, after, columns) }))
        .filter(({ differing }) => differing.length <= maxDifferences)
        .toSorted((a, b) => a.differing.length - b.differing.length)[0];
      if (nearest !== undefined) left.splice(left.indexOf(nearest.after), 1);
      return { before, after: nearest?.after ?? null, differing: nearest?.differing ?? [] };
    })
    .toSorted((a, b) => Number(a.after === null) - Number(b.after === null));
  const added = left.map((after) => ({ before: null, after, differing: [] }));
  return [...pairs, ...added].slice(0, maxExamples).map(({ before, after, differing }) => ({
    published: before && fieldsOf(before, columns),
    now: after && fieldsOf(after, columns),
    columns: differing.map(({ header }) => header),
  }));
}

const valueOf = (row: ChangedRow, { name }: Column) => row[`${name}_text`] ?? '';

const differingColumns = (one: ChangedRow, other: ChangedRow, columns: readonly Column[]) =>
  columns.filter((column) => valueOf(one, column) !== valueOf(other, column));

const fieldsOf = (row: ChangedRow, columns: readonly Column[]) =>
  Object.fromEntries(
    columns.map((column) => [column.header, shownText(column, valueOf(row, column))]),
  );

/** A stored value as the comparison shows it: codes have the leading zeros that files drop. */
function shownText({ type, form, digits = 0 }: Column, text: string): string {
  if (text === '') return '';
  if (form === 'hundredths') {
    return (Number(text) / 100).toFixed(2).replace('.', ',');
  }
  if (form === 'code' && Number(text) === emptyCode(type)) return '';
  return text.padStart(digits, '0');
}

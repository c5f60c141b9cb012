import type { NumberColumn, WholeColumns } from '../../platform/warehouse/native-columns.ts';
import { codedName, detailNames } from './line-codes.ts';

/** Two lines that agree in these columns are equal for every query. */
const names = [
  'cbo',
  'pay',
  'known',
  'coded',
  ...detailNames.map(codedName),
  'municipality',
  'subclass',
];

/**
 * Returns the cancelled rows: for each row of weight −1, one equal row. Throws `RangeError` if an equal row is missing:
 * then the lines differ from what publishing wrote.
 */
export function cancelledRows(
  { column }: WholeColumns,
  kept: Uint32Array,
  cancelling: Uint32Array,
): number[] {
  if (cancelling.length === 0) return [];
  const columns = names.map(column);
  const [pay, coded] = [column('pay'), column('coded')];
  const sought = new Map<string, number>();
  const marks = new Uint8Array(2 ** markBits);
  for (const row of cancelling) {
    marks[markOf(pay[row] ?? 0, coded[row] ?? 0)] = 1;
    const line = lineOf(columns, row);
    sought.set(line, (sought.get(line) ?? 0) + 1);
  }
  const cancelled: number[] = [];
  for (const row of kept) {
    if (marks[markOf(pay[row] ?? 0, coded[row] ?? 0)] === 0) continue;
    const line = lineOf(columns, row);
    const left = sought.get(line) ?? 0;
    if (left === 0) continue;
    sought.set(line, left - 1);
    cancelled.push(row);
  }
  if (cancelled.length < cancelling.length) {
    throw new RangeError(`${cancelling.length - cancelled.length} cancelled lines are not there.`);
  }
  return cancelled;
}

const lineOf = (columns: readonly NumberColumn[], row: number) =>
  columns.map((values) => values[row]).join(' ');

const markBits = 20;

/** A hash: equal rows have the same mark, so most other rows need no comparison. */
const markOf = (pay: number, coded: number) =>
  Math.imul(pay ^ Math.imul(coded, 0x85_eb_ca_6b), 0x9e_37_79_b1) >>> (32 - markBits);

import { defined } from '../../../shared/codes/defined.ts';
import type { NumberColumn } from './native-columns.ts';

/** A column by which rows are sorted: the 16 bits of each number from bit `shift` on. */
export interface SortKey {
  readonly column: NumberColumn;
  readonly shift: 0 | 16;
}

/** Fills `targets` with each row's place in the order of a key. Rows of the same key stay in their order. */
export function fillTargets(targets: Uint32Array, { column, shift }: SortKey): void {
  const next = new Uint32Array(2 ** 16);
  for (let row = 0; row < column.length; row++) {
    const key = (defined(column[row]) >>> shift) & 0xff_ff;
    next[key] = defined(next[key]) + 1;
  }
  let before = 0;
  for (let key = 0; key < next.length; key++) {
    const rows = defined(next[key]);
    next[key] = before;
    before += rows;
  }
  for (let row = 0; row < column.length; row++) {
    const key = (defined(column[row]) >>> shift) & 0xff_ff;
    const target = defined(next[key]);
    targets[row] = target;
    next[key] = target + 1;
  }
}

/**
 * Writes each number of a column to its place in `into`. To read in order and write to some thousand places takes a
 * quarter of the time of reads anywhere.
 */
export function moveRows(into: NumberColumn, column: NumberColumn, targets: Uint32Array): void {
  for (let row = 0; row < column.length; row++) into[defined(targets[row])] = defined(column[row]);
}

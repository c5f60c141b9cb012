import type { NumberColumn } from '../../warehouse/native-columns.ts';
import type { GroupingPlan } from './count-rows.ts';

/** The groups of some rows. */
export interface RowKeys extends Pick<GroupingPlan, 'shift' | 'mask'> {
  /** Ascending. */
  readonly keys: readonly number[];
  /** The place among `keys` of what the bits of a row hold. */
  readonly places: Int32Array;
}

/** Beyond so many possible values the groups are found by the rows' largest. */
const widestMask = 2 ** 16;

/** Finds the groups that rows have; `passing` says which rows are asked, null all. */
export function keysOfRows(
  values: NumberColumn,
  { shift, mask }: Pick<GroupingPlan, 'shift' | 'mask'>,
  passing: Uint8Array | null,
): RowKeys {
  const largest = mask < widestMask ? mask : largestOf(values);
  const places = new Int32Array(largest + 1);
  for (let row = 0; row < values.length; row++) {
    if (passing !== null && passing[row] === 0) continue;
    places[((values[row] ?? 0) >>> shift) & mask] = 1;
  }
  const keys: number[] = [];
  for (let value = 0; value <= largest; value++) {
    if (places[value] === 1) places[value] = keys.push(value) - 1;
  }
  return { keys, places, shift, mask };
}

function largestOf(values: NumberColumn): number {
  let largest = 0;
  for (let row = 0; row < values.length; row++) largest = Math.max(largest, values[row] ?? 0);
  return largest;
}

import type { GroupedPart } from './coded-rows.ts';
import type { GroupingPlan } from './plan.ts';

/** The groups of some rows. */
export interface RowKeys extends Pick<GroupingPlan, 'shift' | 'mask'> {
  /** Ascending. */
  readonly keys: readonly number[];
  /** The place among `keys` of what the bits of a row hold. */
  readonly places: Int32Array;
}

/** Beyond so many possible values the groups are found by the rows' largest. */
const widestMask = 2 ** 16;

/** Finds the groups that rows have. */
export function keysOfRows(
  parts: readonly GroupedPart[],
  { shift, mask }: Pick<GroupingPlan, 'shift' | 'mask'>,
): RowKeys {
  const largest = mask < widestMask ? mask : largestOf(parts);
  const places = new Int32Array(largest + 1);
  for (const { values, passing } of parts) {
    for (let row = 0; row < values.length; row++) {
      if (passing !== null && passing[row] === 0) continue;
      places[((values[row] ?? 0) >>> shift) & mask] = 1;
    }
  }
  const keys: number[] = [];
  for (let value = 0; value <= largest; value++) {
    if (places[value] === 1) places[value] = keys.push(value) - 1;
  }
  return { keys, places, shift, mask };
}

function largestOf(parts: readonly GroupedPart[]): number {
  let largest = 0;
  for (const { values } of parts) {
    for (let row = 0; row < values.length; row++) largest = Math.max(largest, values[row] ?? 0);
  }
  return largest;
}

import type { GroupingPlan } from './plan.ts';

/** Which group each row is of. */
export interface RowGroups {
  /** The groups' keys, ascending. */
  readonly keys: readonly number[];
  /** The place of each row's group among the keys; `outside` for rows that are not asked. */
  readonly places: Uint16Array;
}

export const outside = 65_535;

/** Finds the groups that rows have; `passing` is 1 for those that are asked, null where all are. */
export function rowGroups(
  values: Uint32Array,
  { shift, mask }: Pick<GroupingPlan, 'shift' | 'mask'>,
  passing: Uint8Array | null,
): RowGroups {
  const placeOf = new Uint16Array(Math.min(mask, largestOf(values)) + 1);
  for (let row = 0; row < values.length; row++) {
    placeOf[((values[row] ?? 0) >>> shift) & mask] = 1;
  }
  const keys: number[] = [];
  for (let value = 0; value < placeOf.length; value++) {
    if (placeOf[value] === 1) placeOf[value] = keys.push(value) - 1;
  }
  const places = new Uint16Array(values.length);
  for (let row = 0; row < values.length; row++) {
    places[row] = placeOf[((values[row] ?? 0) >>> shift) & mask] ?? outside;
  }
  if (passing !== null) leaveOut(places, passing);
  return { keys, places };
}

function leaveOut(places: Uint16Array, passing: Uint8Array): void {
  for (let row = 0; row < places.length; row++) {
    if (passing[row] === 0) places[row] = outside;
  }
}

function largestOf(values: Uint32Array): number {
  let largest = 0;
  for (let row = 0; row < values.length; row++) {
    const value = values[row] ?? 0;
    if (value > largest) largest = value;
  }
  return largest;
}

/** Neighbours with the same value; `to` is exclusive. */
export interface Neighbours {
  readonly from: number;
  readonly to: number;
}

/** Splits the places from 0 to `length` where the value of neighbours changes. */
export function* equalNeighbours(
  length: number,
  valueAt: (at: number) => number | undefined,
): Generator<Neighbours> {
  let from = 0;
  for (let at = 1; from < length; at++) {
    if (at < length && valueAt(at) === valueAt(from)) continue;
    yield { from, to: at };
    from = at;
  }
}

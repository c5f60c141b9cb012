import type { PayCell } from '../../query/pay-cells.ts';

/** Cells as typed arrays, which a worker thread transfers without a copy. */
export interface CountedCells {
  /** The numbers of each cell: occupation, region, state, municipality, and where its salaries end. */
  readonly keys: Uint32Array;
  /** The salaries in centavos, cell by cell. */
  readonly pays: Uint32Array;
}

export const numbersOfCell = 5;

/** The cells of a thread's reply. */
export function cellsOf({ keys, pays }: CountedCells): PayCell[] {
  const cells: PayCell[] = [];
  let begin = 0;
  for (let at = 0; at < keys.length; at += numbersOfCell) {
    const [occupation = 0, region = 0, state = 0, municipality = 0, end = 0] = keys.subarray(
      at,
      at + numbersOfCell,
    );
    cells.push({ occupation, region, state, municipality, pays: pays.subarray(begin, end) });
    begin = end;
  }
  return cells;
}

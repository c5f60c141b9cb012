import type { PayCell } from '../../../../shared/statistics/pay-ratio.ts';
import type { QueryLimits, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import { cellSums } from '../../query/engine/cell-sums.ts';
import { equalityRows, type EqualityAxis, type EqualitySelection } from './equality-selection.ts';

/** Women and men of the same cell, by occupation or race. */
export interface KeyedCell extends PayCell {
  /** Six digits of the occupation, or the code of the race. */
  readonly key: string;
}

const keys = {
  occupation: { column: 'cbo', digits: 6 },
  race: { column: 'race', digits: 1 },
} as const satisfies Record<EqualityAxis, object>;

/** Streams every non-empty cell of the selection in key order, in batches. */
export async function* sexCells(
  warehouse: Warehouse,
  selection: EqualitySelection,
  axis: EqualityAxis,
  limits: QueryLimits,
): AsyncGenerator<readonly KeyedCell[]> {
  const { column, digits } = keys[axis];
  const by = { key: column, sides: { first: 'sex = 3', second: 'sex = 1' } };
  for await (const cells of cellSums(warehouse, equalityRows(selection), by, limits)) {
    yield cells.map(({ key, first, second }) => ({
      key: String(key).padStart(digits, '0'),
      women: first,
      men: second,
    }));
  }
}

import type { Store } from '../store/store.ts';
import type { Warehouse } from '../warehouse/warehouse.ts';

/** What every step of a load is given. */
export interface Loading {
  readonly store: Store;
  readonly warehouse: Warehouse;
  readonly maxTextBytes: number;
  /** A file with a larger share of rejected lines, in percent, is not published. */
  readonly maxRejectedPercent: number;
  readonly clock: () => Date;
  readonly signal?: AbortSignal;
}

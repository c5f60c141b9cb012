import type { MarketNames } from '../../../../shared/contracts/market.ts';
import type { ColumnPlaces } from './roll-columns.ts';
import type { RollTable } from './roll-file-error.ts';

/** The page's requests to the worker. */
export type WorkerRequest =
  | {
      readonly kind: 'learn';
      readonly names: MarketNames;
      readonly states: ReadonlyMap<string, string>;
    }
  | { readonly kind: 'read'; readonly file: Blob }
  | {
      readonly kind: 'people';
      readonly table: RollTable;
      readonly columns: ColumnPlaces;
      readonly fileName: string;
    }
  | { readonly kind: 'offers'; readonly text: string };

export type WorkerAnswer<Result> =
  | { readonly id: number; readonly result: Result }
  /** Null if the file is not the cause. */
  | { readonly id: number; readonly sentence: string | null };

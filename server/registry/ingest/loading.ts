import type { SharedFiles } from '../../platform/files/shared-files.ts';
import type { FreeBytes } from '../../platform/files/free-disk.ts';
import type { Source } from '../sources/source.ts';
import type { CurrentRelease } from '../../platform/store/current-release.ts';
import type { Store } from '../../platform/store/store.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';

/** Throws nothing but the signal's reason: a release is published whether or not it could be prepared. */
export type PrepareRelease = (
  coming: CurrentRelease,
  signal: AbortSignal | undefined,
) => Promise<void>;

/** What every step of a load is given. */
export interface Loading {
  readonly store: Store;
  readonly warehouse: Warehouse;
  /** Where received files lie. */
  readonly files: SharedFiles;
  readonly maxTextBytes: number;
  /** A file with a larger share of rejected lines, in percent, is not published. */
  readonly maxRejectedPercent: number;
  /** How many rejected lines of a file are kept to be read, the others being counted; a hundred thousand by itself. */
  readonly keptRejections?: number;
  /** Where the embedded engine writes, whose disk must not fill up; undefined where another server does. */
  readonly dataDir?: string;
  readonly freeBytes?: FreeBytes;
  /** Where files are fetched from; undefined while none is configured. */
  readonly source?: Source;
  readonly clock: () => Date;
  /** Does what can be done for a release before readers see it; they wait for it. */
  readonly prepare?: PrepareRelease;
  readonly signal?: AbortSignal;
  /** How long a load waits for a replica of a cluster that does not answer; a minute unless told otherwise. */
  readonly replicaPatienceMs?: number;
}

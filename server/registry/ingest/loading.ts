import type { SharedFiles } from '../../platform/files/shared-files.ts';
import type { FreeBytes } from '../../platform/files/free-disk.ts';
import type { Source } from '../sources/source.ts';
import type { CurrentRelease } from '../../platform/store/current-release.ts';
import type { StoreAndClock } from '../../platform/store/store.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';

/**
 * Prepares a release before it is published. Throws nothing except the signal's reason: a release is published whether
 * or not its preparation succeeded.
 */
export type PrepareRelease = (
  coming: CurrentRelease,
  signal: AbortSignal | undefined,
) => Promise<void>;

/** The dependencies of every step of a load. */
export interface Loading extends StoreAndClock {
  readonly warehouse: Warehouse;
  readonly files: SharedFiles;
  readonly maxTextBytes: number;
  /** A file with a larger share of rejected lines, in percent, is not published. */
  readonly maxRejectedPercent: number;
  /** Number of rejected lines per file that are stored; the others are only counted. The default is 100,000. */
  readonly storedRejections?: number;
  /** The folder of the embedded engine, whose disk must not fill up; undefined if a server has the data. */
  readonly dataDir?: string;
  readonly freeBytes?: FreeBytes;
  /** The source from which files are fetched; undefined while none is configured. */
  readonly source?: Source;
  /** Prepares a release before it becomes current; publishing waits for it. */
  readonly prepare?: PrepareRelease;
  readonly signal?: AbortSignal;
  /** Maximum time that a load waits for a silent cluster replica, in milliseconds. The default is one minute. */
  readonly replicaTimeoutMs?: number;
}

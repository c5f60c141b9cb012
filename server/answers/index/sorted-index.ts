import type { Logger } from 'pino';
import type { CurrentRelease } from '../../platform/store/current-release.ts';
import type { Store } from '../../platform/store/store.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import type { DimensionName } from '../query/dimensions.ts';
import type { Release } from '../query/release.ts';
import { IndexBuilder } from './build/index-builder.ts';
import { MonthFiles } from './build/month-files.ts';
import type { RecordPlace } from './count/find-records.ts';
import { indexedDimensions } from './count/group-tables.ts';
import { indexQueries, type IndexQueries } from './count/index-queries.ts';

/**
 * The sorted index: a file for each month, with all its lines sorted by salary (docs/sorted-index.md). The rest of the
 * product imports only this module, and a test enforces it. Its queries return null where the index cannot
 * answer; then the engine runs the query.
 */
export type SortedIndex = IndexQueries & Pick<SortedIndexService, 'prepare'>;
export type SortedIndexService = ReturnType<typeof openSortedIndex>;
export type IndexedRecordPlace = RecordPlace;

/** The index in a folder that several processes may share, whose files this process maintains. */
export function openSortedIndex(
  folder: string,
  { store, warehouse, logger }: { store: Store; warehouse: Warehouse; logger: Logger },
) {
  const files = new MonthFiles(folder, warehouse);
  const builder = new IndexBuilder({ files, store, logger });
  return {
    ...indexQueries(files),
    /**
     * Builds the missing month files of a release before it becomes current, if a process reads the folder. A failure is
     * logged: then the engine runs the release's queries until a later attempt succeeds.
     */
    prepare: (coming: CurrentRelease, signal: AbortSignal | undefined) =>
      builder.prepare(coming, signal),
    /** Creates the folder. From then on, each process that publishes a release prepares its files. */
    open: () => files.open(),
    /** Builds missing files of the current release in the background, and removes unused ones. */
    start: () => builder.start(),
    stop: () => builder.stop(),
    /** Whether a release has the files of all its months, or building them failed. */
    isReady: (release: Release) => builder.isReady(release),
  };
}

const none = () => Promise.resolve();
const notIndexed = () => Promise.resolve(null);

/** For processes in which the engine runs every query. */
export const noIndex: SortedIndexService = {
  count: notIndexed,
  cells: notIndexed,
  countRecords: notIndexed,
  firstRecords: notIndexed,
  prepare: none,
  open: none,
  start: () => undefined,
  stop: none,
  isReady: () => true,
};

/** Whether the index counts a dimension's groups. Occupations have runs of their own. */
export const isIndexed = (name: DimensionName): boolean =>
  name === 'occupation' || indexedDimensions.some((indexed) => indexed === name);

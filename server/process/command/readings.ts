import { currentRelease } from '../../platform/store/current-release.ts';
import type { Store } from '../../platform/store/store.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { unmatchedCsv } from '../../registry/ingest/cancellations.ts';
import { rejectedLinesCsv } from '../../registry/ingest/rejections.ts';
import { releaseFingerprint } from '../../registry/releases/fingerprint.ts';
import { requireWholeBatches } from '../../registry/releases/require-whole-batches.ts';

export interface ReadingDeps {
  readonly store: Store;
  readonly warehouse: Warehouse;
}

type Reading = (deps: ReadingDeps, args: readonly string[]) => AsyncIterable<string>;

/**
 * What the read-only commands read from the warehouse: in the command's own process, or in a running server, which has
 * the embedded warehouse open (`reading-socket.ts`).
 */
export const readings = {
  /** The rejected lines of the file of this number, as CSV. */
  rejections: ({ warehouse }, [number]) => rejectedLinesCsv(warehouse, Number(number)),
  /** The exclusions of the current release that match no loaded line, as CSV. */
  unmatched: ({ store, warehouse }) => unmatchedCsv(store, warehouse),
  /** The fingerprint of the current release, as one line. Refused where the warehouse has lost published lines. */
  async *fingerprint({ store, warehouse }) {
    await requireWholeBatches(store, warehouse);
    const release = await currentRelease(store);
    const { rows, lines, exclusions, digest } = await releaseFingerprint(warehouse, release);
    yield `${digest}  ${lines} linhas, ${exclusions} exclusões, ${rows} registros no armazém\n`;
  },
} as const satisfies Record<string, Reading>;

export type ReadingName = keyof typeof readings;

import { setTimeout as passing } from 'node:timers/promises';
import { currentRelease } from '../../platform/store/current-release.ts';
import type { Store } from '../../platform/store/store.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import type { OccupationCounts } from '../query/salary-query.ts';
import { readableRelease, type Release } from '../query/release.ts';

interface Parts {
  readonly store: Store;
  readonly warehouse: Warehouse;
  /** Maximum wait for the first count of a release, in milliseconds; an ordering is not worth a longer wait. */
  readonly maxWaitMs?: number;
}

const none: OccupationCounts = new Map();
const countTimeoutMs = 30_000;

/**
 * Creates a reader of the records of each occupation in the current release. The reader counts once per release, and
 * concurrent calls share one count. While a new release is being counted, or when the count fails, the reader returns
 * the figures of the previous one.
 */
export function occupationCountsReader({
  store,
  warehouse,
  maxWaitMs = 500,
}: Parts): (waitMs?: number) => Promise<OccupationCounts> {
  let counts = none;
  let counted: number | null = null;
  let counting: Promise<void> | undefined;
  const count = async (release: Release) => {
    try {
      counts = await countsOf(warehouse, release);
      counted = release.number;
    } finally {
      counting = undefined;
    }
  };
  return async (waitMs = maxWaitMs) => {
    const release = readableRelease(await currentRelease(store));
    if (counted === release.number) return counts;
    counting ??= count(release);
    // The timer does not keep an ending process alive.
    const timeout = passing(waitMs, undefined, { ref: false });
    await Promise.race([counting.catch(() => undefined), timeout]);
    return counts;
  };
}

async function countsOf(warehouse: Warehouse, release: Release): Promise<OccupationCounts> {
  const rows = await warehouse.rows<{ cbo: number; records: number }>(
    {
      text: `
        select cbo, sum(weight) as records
        from movements
        where batch in {batches:Array(UInt32)}
        group by cbo
        having records > 0
        order by cbo`,
      params: { batches: release.batches },
    },
    { timeoutMs: countTimeoutMs },
  );
  return new Map(rows.map(({ cbo, records }) => [String(cbo).padStart(6, '0'), records]));
}

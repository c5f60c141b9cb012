import { setTimeout as sleep } from 'node:timers/promises';
import { publishedBatches } from '../releases/known-batches.ts';
import { oneAtATime } from '../store/one-at-a-time.ts';
import { WarehouseAwayError } from '../warehouse/engine-error.ts';
import { mendReplicas } from '../warehouse/mend-replicas.ts';
import { WarehouseError } from '../warehouse/warehouse.ts';
import type { Loading } from './loading.ts';

const usualPatienceMs = 60_000;
const askAgainMs = 2_000;

/** ClickHouse's codes where another server went away in mid-statement. */
const lostPeerCodes: readonly (number | undefined)[] = [32, 209, 210, 236, 279, 369];

const isAway = (error: unknown) =>
  error instanceof WarehouseAwayError ||
  (error instanceof WarehouseError && lostPeerCodes.includes(error.engineCode));

/**
 * Does the work with every replica of a cluster there and whole, for rows that one of them misses must not be published;
 * what an address or a replica broke off by going away is begun anew when it is back. Gives up after a minute without
 * it, with the error of that moment. The work may run several times.
 */
export async function onWholeCluster<Result>(
  { store, warehouse, replicaPatienceMs = usualPatienceMs }: Loading,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  if (warehouse.cluster === undefined) return work();
  let awaySince: number | undefined;
  for (;;) {
    try {
      const { away } = await oneAtATime(store, 'mend the replicas', async () =>
        mendReplicas(warehouse, await publishedBatches(store)),
      );
      if (away.length > 0) throw new WarehouseAwayError('replica', away.join(', '));
      awaySince = undefined;
      return await work();
    } catch (error) {
      awaySince ??= performance.now();
      if (!isAway(error) || performance.now() - awaySince > replicaPatienceMs) throw error;
      await sleep(askAgainMs, undefined, { signal });
    }
  }
}

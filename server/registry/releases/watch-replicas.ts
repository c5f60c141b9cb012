import type { Logger } from 'pino';
import { repeat } from '../../platform/jobs/repeat.ts';
import { withLock } from '../../platform/store/lock.ts';
import type { Store } from '../../platform/store/store.ts';
import {
  checkReplicas,
  type ReplicaCheck,
} from '../../platform/warehouse/cluster/check-replicas.ts';
import type { Cluster, Warehouse } from '../../platform/warehouse/warehouse.ts';
import { publishedBatches } from './require-whole-batches.ts';

const everyMs = 15_000;
/** Maximum time between two checks, in milliseconds, even if no server seems to have restarted. */
const atLeastEveryMs = 10 * 60 * 1000;

/**
 * Checks the replicas of a cluster after each restart of a server: a replica without tables receives them, and one that
 * lacks rows answers again once the engine's replication has completed it. Returns the function that stops it.
 */
export function watchReplicas(
  { store, warehouse }: { readonly store: Store; readonly warehouse: Warehouse },
  logger: Logger,
): () => Promise<void> {
  const { cluster } = warehouse;
  if (cluster === undefined) return async () => {};
  let known = '';
  let checkedAt = -Infinity;
  const check = async () => {
    const now = await startsOf(cluster);
    if (now === known && performance.now() - checkedAt < atLeastEveryMs) return;
    const { recreated, away } = await checkPublished(store, warehouse);
    if (recreated.length > 0) logger.warn({ replicas: recreated }, 'tables were recreated');
    if (away.length > 0) logger.warn({ replicas: away }, 'replicas do not respond');
    [known, checkedAt] = [now, performance.now()];
  };
  return repeat(everyMs, () =>
    check().catch((error: unknown) =>
      logger.error({ err: error }, 'not every replica is complete'),
    ),
  );
}

/** Checks the replicas for the batches of every stored release; of several processes, one at a time. */
export const checkPublished = (store: Store, warehouse: Warehouse): Promise<ReplicaCheck> =>
  withLock(store, 'check the replicas', async () =>
    checkReplicas(warehouse, await publishedBatches(store)),
  );

/** Which servers answer, and since when each one runs. */
async function startsOf(cluster: Cluster): Promise<string> {
  const { replicas, away } = await cluster.survey();
  const starts = await Promise.all(
    replicas.map(async ({ client, host }) => {
      const [row] = await client.rows<{ started: number }>({
        text: 'select intDiv(toUnixTimestamp(now()) - uptime() + 1, 4) as started',
      });
      return `${host} ${row?.started}`;
    }),
  );
  return [...starts, ...away].join('\n');
}

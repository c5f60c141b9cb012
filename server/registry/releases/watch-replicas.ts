import type { Logger } from 'pino';
import { withLock } from '../../platform/store/lock.ts';
import type { Store } from '../../platform/store/store.ts';
import { mendReplicas } from '../../platform/warehouse/cluster/mend-replicas.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { sealBatches } from '../../platform/warehouse/cluster/whole-batches.ts';
import { publishedBatches } from './known-batches.ts';

const everyMs = 15_000;
/** Maximum time between two checks, in milliseconds, even if no server seems to have restarted. */
const atLeastEveryMs = 10 * 60 * 1000;

/**
 * Repairs the replicas of a cluster: a replica that was away is compared with the others of its shard when it is back,
 * and gets the rows that it lacks. Returns the function that stops it.
 */
export function watchReplicas(
  { store, warehouse }: { readonly store: Store; readonly warehouse: Warehouse },
  logger: Logger,
): () => Promise<void> {
  const { cluster } = warehouse;
  if (cluster === undefined) return async () => {};
  let known = '';
  let lookedAt = -Infinity;
  let looking: Promise<void> | undefined;
  const look = async () => {
    const now = await startsOf(warehouse);
    if (now === known && performance.now() - lookedAt < atLeastEveryMs) return;
    await withLock(store, 'mend the replicas', async () => {
      const batches = await publishedBatches(store);
      const { mended, away } = await mendReplicas(warehouse, batches);
      if (away.length === 0) await sealBatches(warehouse, batches);
      if (mended.length > 0) logger.warn({ replicas: mended }, 'replicas were filled');
      if (away.length > 0) logger.warn({ replicas: away }, 'replicas do not answer');
    });
    [known, lookedAt] = [now, performance.now()];
  };
  const turn = () => {
    looking ??= look()
      .catch((error: unknown) => logger.error({ err: error }, 'the replicas could not be mended'))
      .finally(() => {
        looking = undefined;
      });
  };
  const timer = setInterval(turn, everyMs);
  turn();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

/** Which servers answer, and since when each one runs. */
async function startsOf({ cluster }: Warehouse): Promise<string> {
  const { replicas = [], away = [] } = (await cluster?.survey()) ?? {};
  const starts = await Promise.all(
    replicas.map(async ({ door, host }) => {
      const [row] = await door.rows<{ started: number }>({
        text: 'select intDiv(toUnixTimestamp(now()) - uptime() + 1, 4) as started',
      });
      return `${host} ${row?.started}`;
    }),
  );
  return [...starts, ...away].join('\n');
}

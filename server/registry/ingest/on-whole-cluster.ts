import { setTimeout as sleep } from 'node:timers/promises';
import { checkPublished } from '../releases/watch-replicas.ts';
import { WarehouseAwayError } from '../../platform/warehouse/engine-error.ts';
import { WarehouseError } from '../../platform/warehouse/warehouse.ts';
import type { Loading } from './loading.ts';

const defaultReplicaTimeoutMs = 60_000;
const retryEveryMs = 2_000;
/**
 * Maximum number of times that the work may fail although the cluster was complete each time: a repeated cause does not
 * go away by itself.
 */
const maxBreaks = 5;

/** ClickHouse's error codes for another server that went away during a statement. */
const lostPeerCodes = [32, 209, 210, 236, 279, 369];

/** ClickHouse's error codes for an absent Keeper, and for an insert that not every required replica took. */
const keeperCodes = [225, 242, 999, 285, 286, 319];

const isOneOf = (codes: readonly number[], error: unknown) =>
  error instanceof WarehouseError && codes.includes(error.engineCode ?? 0);

function maybeAway(error: unknown): WarehouseAwayError | undefined {
  if (error instanceof WarehouseAwayError) return error;
  const isAway = isOneOf([...lostPeerCodes, ...keeperCodes], error);
  return isAway ? new WarehouseAwayError('replica', '', error) : undefined;
}

/**
 * Runs the work while every replica of a cluster answers and is complete, because rows that a replica lacks must not be
 * published. If an address or a replica goes away during the work, the work starts again when it is back. Gives up
 * after a minute without it, or when the work failed too often, with the error of that moment. The work may run several
 * times.
 */
export async function onWholeCluster<Result>(
  { store, warehouse, replicaTimeoutMs = defaultReplicaTimeoutMs }: Loading,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  if (warehouse.cluster === undefined) return work();
  let awaySince: number | undefined;
  let isKeeperAway = false;
  let breaks = 0;
  for (;;) {
    let isWhole = false;
    try {
      const { away } = await checkPublished(store, warehouse);
      if (away.length > 0) throw new WarehouseAwayError('replica', away.join(', '));
      // Keeper may be unavailable although every replica responds.
      if (!isKeeperAway) awaySince = undefined;
      isWhole = true;
      return await work();
    } catch (error) {
      awaySince ??= performance.now();
      // The time limit, not the number of failures, limits the wait for Keeper.
      if (isWhole && !isOneOf(keeperCodes, error)) breaks += 1;
      isKeeperAway = isOneOf(keeperCodes, error);
      const away = maybeAway(error);
      if (away === undefined) throw error;
      const isTooLong = performance.now() - awaySince > replicaTimeoutMs;
      if (isTooLong || breaks > maxBreaks) throw away;
      await sleep(Math.min(retryEveryMs, replicaTimeoutMs), undefined, { signal });
    }
  }
}

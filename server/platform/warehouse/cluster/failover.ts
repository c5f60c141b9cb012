import type { Address } from './addresses.ts';
import { isUnfit, isUnreachable } from './away.ts';
import { isBehind } from './cluster.ts';
import { toWarehouseError, WarehouseAwayError } from '../engine-error.ts';
import type { Settings } from '../query-settings.ts';
import type { WarehouseError } from '../warehouse.ts';

/** ClickHouse's codes where no replica of a shard can be used. */
const everyReplicaAway: readonly (number | undefined)[] = [279, 369];

/** Its codes where a replica went away in the middle of a question of another. */
const lostPeer: readonly (number | undefined)[] = [32, 209, 210];

/** Whether another server may answer what this one could not. */
export const isWorthAnother = (error: unknown): boolean =>
  isUnfit(error) || isBehind(error) || lostPeer.includes(toWarehouseError(error).engineCode);

/**
 * When a question is asked again: of each shard another replica first each time, not one that chance or a moment's
 * slowness picks, for it may be the one that refused.
 */
export const otherReplicas = (attempt: number, mostReplicas: number): Settings =>
  attempt === 1
    ? {}
    : {
        prefer_localhost_replica: 0,
        load_balancing: 'first_or_random',
        load_balancing_first_offset: (attempt - 2) % mostReplicas,
        hedged_connection_timeout_ms: 1_000,
        receive_data_timeout_ms: 30_000,
      };

/** The error that the door tells: what is out of reach, where something is. */
export function toldError(error: unknown, asked: readonly Address[]): WarehouseError {
  if (isUnreachable(error)) {
    return new WarehouseAwayError('servers', asked.map(({ host }) => host).join(', '), error);
  }
  const told = toWarehouseError(error);
  if (everyReplicaAway.includes(told.engineCode)) return new WarehouseAwayError('shard', '', error);
  return isBehind(error) ? new WarehouseAwayError('replica', '', error) : told;
}

import type { Address } from './addresses.ts';
import { isBehind } from './cluster.ts';
import { isFaulty, isUnreachable, toWarehouseError, WarehouseAwayError } from '../engine-error.ts';
import type { Settings } from '../query-settings.ts';
import type { WarehouseError } from '../warehouse.ts';

/** ClickHouse's codes if no replica of a shard is usable. */
const everyReplicaAway: readonly (number | undefined)[] = [279, 369];

/** ClickHouse's codes if a replica disconnected during another server's query, or the server runs too many queries. */
const ofOneServer: readonly (number | undefined)[] = [32, 209, 210, 202];

/** Whether another server may be able to run the query. */
export const isWorthAnother = (error: unknown): boolean =>
  isFaulty(error) || isBehind(error) || ofOneServer.includes(toWarehouseError(error).engineCode);

/**
 * Settings for a retry: each attempt tries a different replica of each shard first. A choice by chance or by momentary
 * latency may pick the replica that rejected the query.
 */
export const otherReplicas = (attempt: number, maxReplicas: number): Settings =>
  attempt === 1
    ? {}
    : {
        prefer_localhost_replica: 0,
        load_balancing: 'first_or_random',
        load_balancing_first_offset: (attempt - 2) % maxReplicas,
        hedged_connection_timeout_ms: 1_000,
        receive_data_timeout_ms: 30_000,
      };

/** ClickHouse's codes of a query that exceeds its number of queries, or that an operator killed. */
const refusedForNow: readonly (number | undefined)[] = [202, 394];

/** The error that the warehouse throws: which part is out of reach, if any. */
export function toCallerError(error: unknown, addresses: readonly Address[]): WarehouseError {
  const result = toWarehouseError(error);
  if (isUnreachable(error) || refusedForNow.includes(result.engineCode)) {
    return new WarehouseAwayError('servers', addresses.map(({ host }) => host).join(', '), error);
  }
  if (everyReplicaAway.includes(result.engineCode))
    return new WarehouseAwayError('shard', '', error);
  return isBehind(error) ? new WarehouseAwayError('replica', '', error) : result;
}

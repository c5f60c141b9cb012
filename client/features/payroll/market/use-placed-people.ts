import {
  keepPreviousData,
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useState } from 'react';
import { releaseOptions } from '../../../lib/release.ts';
import { askMarket, type MarketProgress } from './ask-market.ts';
import { hoursBridgeOf, type RollBridge } from './hours-bridge-of.ts';
import { KnownMarket, type RegionOf } from './market-ladder.ts';
import type { HeldRoll } from '../storage/payroll-memory.ts';
import { jobsOf, placedPeople, type PlacedPerson } from './placed-people.ts';
import type { Completeness } from '../../../../shared/contracts/completeness.ts';
import type { MarketPeriod } from './payroll-words.ts';

/** Everyone with their market position, and the months of the market data. */
export interface PlacedRoll {
  readonly placed: readonly PlacedPerson[];
  readonly period: MarketPeriod | null;
  readonly completeness: Completeness;
  /** Why a search shows another median; null if it does not. */
  readonly bridge: RollBridge | null;
}

export interface Placing {
  readonly query: UseQueryResult<PlacedRoll>;
  readonly progress: MarketProgress;
  /** The query's key. */
  readonly queryKey: QueryKey;
}

/**
 * Fetches the market cells that a payroll needs and computes everyone's position; again after each correction of an
 * occupation.
 */
export function usePlacedPeople({ serial, roll, choices }: HeldRoll, regionOf: RegionOf): Placing {
  const client = useQueryClient();
  const release = useQuery(releaseOptions);
  const number = release.data?.number ?? undefined;
  const [progress, setProgress] = useState<MarketProgress>({ done: 0, all: 0 });
  const ownKey = ['placed-people', number ?? null, serial];
  const query = useQuery({
    queryKey: ownKey,
    queryFn: async ({ signal, queryKey }): Promise<PlacedRoll> => {
      const market = new KnownMarket();
      const asking = {
        client,
        queryKey,
        release: number,
        regionOf,
        signal,
        onProgress: setProgress,
      };
      await askMarket(jobsOf(roll, choices), market, asking);
      const { period, completeness } = market;
      const placed = placedPeople(roll, choices, market, regionOf);
      return { placed, period, completeness, bridge: hoursBridgeOf(placed, market) };
    },
    enabled: !release.isPending,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    structuralSharing: false,
    placeholderData: keepPreviousData,
  });
  return { query, progress, queryKey: ownKey };
}

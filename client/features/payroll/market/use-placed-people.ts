import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { releaseOptions } from '../../../lib/release.ts';
import { isDoubtful } from '../matching/match-titles.ts';
import { fetchMarket, type MarketProgress } from './fetch-market.ts';
import { KnownMarket, type RegionOf } from './market-ladder.ts';
import type { Roll } from '../reading/read-people.ts';
import type { HeldRoll } from '../storage/payroll-storage.ts';
import { jobsOf, placedPeople, type PlacedPerson } from './placed-people.ts';
import type { Completeness } from '../../../../shared/contracts/completeness.ts';
import type { Period } from '../../../../shared/filters/data.ts';
import { percentile } from '../../../../shared/statistics/percentile.ts';
import type { HoursBridge } from '../../../../shared/sentences/hours-bridge.ts';

/** Everyone with their market position, and the months of the market data. */
export interface PlacedRoll {
  readonly roll: Roll;
  readonly placed: readonly PlacedPerson[];
  readonly period: Period | null;
  readonly completeness: Completeness;
  /** Why a search shows another median; null if it does not. */
  readonly bridge: RollBridge | null;
}

/** Everyone's position in the market, again after each correction of an occupation. */
export function usePlacedPeople({ serial, roll, choices }: HeldRoll, regionOf: RegionOf) {
  const client = useQueryClient();
  const release = useQuery(releaseOptions);
  const number = release.data?.number ?? undefined;
  const [progress, setProgress] = useState<MarketProgress>({ done: 0, all: 0 });
  const ownKey = ['placed-people', number ?? null, serial];
  const query = useQuery<PlacedRoll>({
    queryKey: ownKey,
    queryFn: async ({ signal, queryKey }) => {
      const market = new KnownMarket();
      const context = {
        client,
        queryKey,
        release: number,
        regionOf,
        signal,
        onProgress: setProgress,
      };
      await fetchMarket(jobsOf(roll, choices), market, context);
      const { period, completeness } = market;
      const placed = placedPeople(roll, choices, market, regionOf);
      return { roll, placed, period, completeness, bridge: hoursBridgeOf(placed, market) };
    },
    enabled: !release.isPending,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    structuralSharing: false,
    // The people of a payroll never appear under the name of another.
    placeholderData: (shown) => (shown?.roll === roll ? shown : undefined),
  });
  return { query, progress, queryKey: ownKey };
}

/** The two medians of one occupation and state: the one with the most people among those whose medians differ. */
interface RollBridge extends HoursBridge {
  /** Six digits. */
  readonly code: string;
  readonly uf: string;
}

type BridgedPerson = Pick<PlacedPerson, 'code' | 'confidence'> & {
  readonly person: Pick<PlacedPerson['person'], 'uf'>;
};

/** The bridge of a payroll; null if no confirmed occupation of its people has two medians that differ. */
export function hoursBridgeOf(
  placed: readonly BridgedPerson[],
  market: KnownMarket,
): RollBridge | null {
  const inState = placed.flatMap(({ code, confidence, person: { uf } }) =>
    code === null || uf === null || isDoubtful(confidence) ? [] : [{ code, uf }],
  );
  const groups = Map.groupBy(inState, ({ code, uf }) => `${code} ${uf}`);
  const largestFirst = [...groups.values()].toSorted((a, b) => b.length - a.length);
  for (const { code, uf } of largestFirst.flatMap((people) => people.slice(0, 1))) {
    const request = { family: code.slice(0, 4), place: { kind: 'uf', uf } } as const;
    const cell = market.cell(request, code, null);
    const payroll = cell && percentile(cell.distribution, 5000);
    if (cell?.searchMedian === undefined || payroll == null || payroll === cell.searchMedian)
      continue;
    return { code, uf, search: cell.searchMedian, payroll };
  }
  return null;
}

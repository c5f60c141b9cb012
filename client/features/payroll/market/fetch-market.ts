import { queryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { MarketCells, maxMarketFamilies } from '../../../../shared/contracts/market.ts';
import { MinimumWageTable } from '../../../../shared/contracts/settings.ts';
import { getOptions } from '../../../lib/get-options.ts';
import { CallError, get, UnreachableError } from '../../../lib/call.ts';
import { inQueue } from '../../../lib/queue-position.ts';
import {
  type KnownMarket,
  nextRequests,
  placeText,
  type JobPlace,
  type MarketRequest,
  type RegionOf,
} from './market-ladder.ts';

/** Maximum concurrent requests: the server has a separate queue for each user. */
const atOnce = 3;
const maxTries = 6;
const pauseMs = 3_000;
const marketCacheMs = 3_600_000;

/** The minimum wages, by which salaries are left out of the comparison: they are fetched until they are known. */
export const minimumWageOptions = queryOptions({
  ...getOptions(['reference', 'minimum-wage'], '/api/reference/minimum-wage', MinimumWageTable),
  // An administrator may have imported a wage a moment ago.
  staleTime: 0,
  retry: (_, error) =>
    error instanceof UnreachableError || (error instanceof CallError && error.status >= 500),
  retryDelay: pauseMs,
});

export interface MarketProgress {
  readonly done: number;
  readonly all: number;
}

/** What all market requests share. */
export interface MarketContext {
  readonly client: QueryClient;
  /** The key of the query that shows the queue position while a request waits for a slot. */
  readonly queryKey: QueryKey;
  /** Undefined if no release is published. */
  readonly release: number | undefined;
  readonly regionOf: RegionOf;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: MarketProgress) => void;
}

/** Fetches the cells that some jobs need, of wider places only where narrower ones have too few records. */
export async function fetchMarket(
  jobs: readonly JobPlace[],
  market: KnownMarket,
  context: MarketContext,
): Promise<void> {
  const distinct = distinctJobs(jobs);
  let done = 0;
  for (;;) {
    const requests = nextRequests(distinct, market, context.regionOf);
    if (requests.length === 0) return;
    const all = done + requests.length;
    context.onProgress({ done, all });
    const waiting = requestedTogether(requests);
    const fetchNext = async () => {
      for (let together = waiting.shift(); together !== undefined; together = waiting.shift()) {
        const answer = await cellsOf(together, context);
        for (const request of together) market.learn(request, answer);
        done += together.length;
        context.onProgress({ done, all });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, fetchNext));
  }
}

function distinctJobs(jobs: readonly JobPlace[]): JobPlace[] {
  const distinct = new Map(
    jobs.map((job) => [`${job.code} ${job.municipality ?? ''} ${job.uf ?? ''}`, job]),
  );
  return [...distinct.values()];
}

/** Groups the families of one place into one request: the response is the same as that of separate requests. */
function requestedTogether(requests: readonly MarketRequest[]): MarketRequest[][] {
  const byPlace = Map.groupBy(requests, ({ place }) => placeText(place));
  return [...byPlace.values()].flatMap((own) =>
    Array.from({ length: Math.ceil(own.length / maxMarketFamilies) }, (_, index) =>
      own.slice(index * maxMarketFamilies, (index + 1) * maxMarketFamilies),
    ),
  );
}

function cellsOf(together: readonly MarketRequest[], context: MarketContext): Promise<MarketCells> {
  const { client, release, signal } = context;
  const place = together[0]?.place;
  const query = {
    familias: together.map(({ family }) => family).join(','),
    ...(place?.kind === 'uf' && { uf: place.uf }),
    ...(place?.kind === 'regiao' && { regiao: place.regiao }),
    ...(release !== undefined && { release: String(release) }),
  };
  const request = () =>
    client.fetchQuery({
      queryKey: ['market', query],
      queryFn: () =>
        inQueue((init) => get('/api/market/cells', MarketCells, { query, ...init }), context),
      staleTime: marketCacheMs,
      gcTime: marketCacheMs,
      // After a 503 for too many requests, retries a little later.
      retry: (tries, error) =>
        error instanceof CallError && error.status === 503 && tries < maxTries,
      retryDelay: pauseMs,
    });
  return request().catch((error: unknown) => {
    signal.throwIfAborted();
    // A newer correction cancelled the request that this one shared, so this sends its own.
    if (error instanceof Error && error.name === 'AbortError') return request();
    throw error;
  });
}

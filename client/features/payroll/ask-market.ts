import type { QueryClient } from '@tanstack/react-query';
import { MarketCells } from '../../../shared/contracts/market.ts';
import { CallError, get } from '../../lib/call.ts';
import {
  askKey,
  type KnownMarket,
  nextAsks,
  type JobPlace,
  type MarketAsk,
  type RegionOf,
} from './market-ladder.ts';

/** So many at a time: the server has a line of its own for each person. */
const atOnce = 3;
const mostTries = 6;
const pauseMs = 3_000;
const keptMs = 3_600_000;

export interface MarketProgress {
  readonly done: number;
  readonly all: number;
}

/** What all asks have in common. */
export interface AskingMarket {
  readonly client: QueryClient;
  /** Undefined while nothing is published. */
  readonly release: number | undefined;
  readonly regionOf: RegionOf;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: MarketProgress) => void;
}

/** Asks for the cells that some jobs need, wider places only where narrower ones are thin, until all is known. */
export async function askMarket(
  jobs: readonly JobPlace[],
  market: KnownMarket,
  asking: AskingMarket,
): Promise<void> {
  const distinct = distinctJobs(jobs);
  let done = 0;
  for (;;) {
    const asks = nextAsks(distinct, market, asking.regionOf);
    if (asks.length === 0) return;
    const all = done + asks.length;
    asking.onProgress({ done, all });
    const waiting = [...asks];
    const askOn = async () => {
      for (let ask = waiting.shift(); ask !== undefined; ask = waiting.shift()) {
        market.learn(ask, await cellsOf(ask, asking));
        done += 1;
        asking.onProgress({ done, all });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, askOn));
  }
}

function distinctJobs(jobs: readonly JobPlace[]): JobPlace[] {
  const distinct = new Map(
    jobs.map((job) => [`${job.code} ${job.municipality ?? ''} ${job.uf ?? ''}`, job]),
  );
  return [...distinct.values()];
}

function cellsOf(ask: MarketAsk, { client, release, signal }: AskingMarket): Promise<MarketCells> {
  const { family, place } = ask;
  const query = {
    familiaCbo: family,
    ...(place.kind === 'uf' && { uf: place.uf }),
    ...(place.kind === 'regiao' && { regiao: place.regiao }),
    ...(release !== undefined && { release: String(release) }),
  };
  return client.fetchQuery({
    queryKey: ['market', release ?? null, askKey(ask)],
    queryFn: () => get('/api/market/cells', MarketCells, { query, signal }),
    staleTime: keptMs,
    gcTime: keptMs,
    // Whoever is told that too many ask comes back a little later.
    retry: (tries, error) =>
      error instanceof CallError && error.status === 503 && tries < mostTries,
    retryDelay: pauseMs,
  });
}

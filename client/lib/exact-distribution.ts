import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { RankAnswer, type RankRequest } from '../../shared/contracts/distribution.ts';
import type { SalaryRank, SearchFilters } from '../../shared/contracts/search.ts';
import { unpackDistribution } from '../../shared/statistics/packed-distribution.ts';
import { withRanks, rankOf, type RankedDistribution } from '../../shared/statistics/percentile.ts';
import { failureText, getFile, send } from './call.ts';
import { useStableCallback } from './hooks.ts';
import { inQueue } from './queue-position.ts';
import { writeSearchLink } from './search-url.ts';
import { stringifyUrlState } from './url-state.ts';

/** The exact distribution, which loads when it is first needed. */
export interface ExactSource {
  /** Undefined until it is loaded. */
  readonly distribution: RankedDistribution | undefined;
  /** The message of a failed request. */
  readonly problem: string | undefined;
  readonly load: () => void;
}

export interface AnsweredQuery {
  readonly filters: SearchFilters;
  readonly release: number | undefined;
}

const distributionOptions = ({ filters, release }: AnsweredQuery) =>
  queryOptions({
    queryKey: ['distribution', filters, release],
    queryFn: async (context) => {
      const link = stringifyUrlState(writeSearchLink(filters, release));
      const path = `/api/search/distribution${link}`;
      const file = await inQueue((init) => getFile(path, init), context);
      return withRanks(unpackDistribution(new Uint8Array(await file.arrayBuffer())));
    },
    staleTime: Infinity,
    structuralSharing: false,
  });

const rankOptions = ({ filters, release }: AnsweredQuery, centavos: number) =>
  queryOptions({
    queryKey: ['rank', filters, release, centavos],
    queryFn: async (context) => {
      const body: RankRequest = { filters, release, salario: centavos / 100 };
      const answer = await inQueue(
        (init) => send('POST', '/api/search/rank', RankAnswer, body, init),
        context,
      );
      return answer.rank;
    },
    staleTime: Infinity,
  });

/** The exact distribution of an answer; it has hundreds of kilobytes and loads only when `load` is called. */
export function useExactDistribution(
  answered: AnsweredQuery,
): ExactSource & { isLoading: boolean } {
  const client = useQueryClient();
  const options = distributionOptions(answered);
  const { data, error, isFetching } = useQuery({ ...options, enabled: false });
  return {
    distribution: data,
    problem: error && !isFetching ? failed(error) : undefined,
    isLoading: isFetching,
    load: useStableCallback(() => void client.prefetchQuery(options)),
  };
}

/**
 * The rank of a salary in centavos: from the exact distribution where it is loaded or loads, otherwise from a small
 * request. `problem` states why there is no rank.
 */
export function useSalaryRank(
  answered: AnsweredQuery,
  centavos: number | undefined,
): { rank: SalaryRank | undefined; problem: string | undefined } {
  const { distribution, isLoading } = useExactDistribution(answered);
  const isEnabled = centavos !== undefined && distribution === undefined && !isLoading;
  const rankQuery = useQuery({ ...rankOptions(answered, centavos ?? 0), enabled: isEnabled });
  const rank =
    centavos !== undefined && distribution !== undefined
      ? rankOf(distribution, centavos)
      : (rankQuery.data ?? undefined);
  const error = rank === undefined ? rankQuery.error : null;
  return { rank, problem: error ? failed(error) : undefined };
}

const failed = (error: Error) =>
  failureText(error, 'Não foi possível carregar a distribuição. Tente de novo.');

import { z } from 'zod';
import { OwnSalary, SalaryRank, SearchFilters, SearchRequest } from './search.ts';

/**
 * The exact distribution of a search, beside its answer: the bytes of shared/statistics/packed-distribution.ts, with an
 * ETag, and ranks in it. Both are empty where the search gives only counts.
 */

export const RankRequest = z.strictObject({
  filters: SearchFilters,
  /** As in a search. */
  release: SearchRequest.shape.release,
  /** In reais. */
  salario: OwnSalary,
});
export type RankRequest = z.infer<typeof RankRequest>;

/** The rank of a salary among the records of a search; null without records and where only counts are given. */
export const RankAnswer = z.object({ rank: SalaryRank.nullable() });

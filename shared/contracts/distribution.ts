import { z } from 'zod';
import { OwnSalary, SalaryRank, SearchFilters, SearchRequest } from './search.ts';

/**
 * The exact distribution of a search, beside its answer.
 *
 *   GET  /api/search/distribution  signed in  ?SearchAddress → 200 the bytes of
 *        shared/statistics/packed-distribution.ts, with an ETag; 400; 404 and 410 as for the search's release
 *   POST /api/search/rank          signed in  RankRequest → 200 RankAnswer; errors as above
 *
 * Both are empty where the search gives only counts.
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

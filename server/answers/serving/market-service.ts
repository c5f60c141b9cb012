import { SearchFilters } from '../../../shared/contracts/search.ts';
import type { MarketCells, MarketQuery } from '../../../shared/contracts/market.ts';
import { completenessOf } from '../../../shared/statistics/completeness.ts';
import { AppError } from '../../platform/errors.ts';
import { jsonBytes } from '../../platform/json-slices.ts';
import { openGzip, type OpenGzip } from '../../platform/open-gzip.ts';
import type { QueuePosition, Scheduler } from '../../platform/scheduler/scheduler.ts';
import type { QueryLimits, Warehouse } from '../../platform/warehouse/warehouse.ts';
import { referencesRevision } from '../../reference/imported-references.ts';
import {
  estimatedRows,
  resolveQuery,
  rowsOfStatement,
  type OccupationCounts,
} from '../query/salary-query.ts';
import type { Release } from '../query/release.ts';
import type { QueryContext } from './query-scheduler.ts';
import { SingleFlight } from './single-flight.ts';
import { cancelTogether } from '../../platform/warehouse/cancel-together.ts';
import {
  marketCells,
  searchMedians,
  withSearchMedians,
  type MarketSplit,
} from '../present/market/market-cells.ts';

const cacheLimits = {
  maxWaitMs: 25_000,
  heldPositionsPerUser: 5,
  refusal: ({ seconds, ahead, total, isWaiting }: QueuePosition) =>
    new AppError(
      'too_many_market_cells',
      503,
      'Há muitas consultas ao mercado ao mesmo tempo. Tente de novo em alguns segundos.',
      { retryAfterSeconds: seconds, ...(isWaiting && { queue: { place: ahead + 1, total } }) },
    ),
  maxBytes: 128 * 2 ** 20,
};

/** A cell may have thousands of salaries. */
const cellsInATurn = 500;

interface Parts {
  readonly scheduler: Scheduler;
  readonly warehouse: Warehouse;
  readonly countsOf: () => Promise<OccupationCounts>;
}

/** Responds with cells of the market. Identical requests for a release share one computation and its cached result. */
export function marketService({ scheduler, warehouse, countsOf }: Parts) {
  const work = new SingleFlight<OpenGzip>({
    ...cacheLimits,
    scheduler,
    bytesOf: ({ packed }) => packed.length,
  });
  return {
    /** Cancels counts that no open request waits for. */
    close: () => work.close(),

    /**
     * JSON of `MarketCells` without its closing brace. Throws `AppError` 400, and 503 `too_many_market_cells` where too
     * many queries wait.
     */
    cells: async (
      { familias, uf, regiao }: MarketQuery,
      release: Release,
      context: QueryContext,
    ) => {
      const place = { uf, regiao, metodo: 'integral' };
      const queryOf = (own: object) => resolveQuery(SearchFilters.parse(own), release);
      const query = queryOf(place);
      const computation = {
        key: JSON.stringify([release.number, referencesRevision(), familias, uf, regiao]),
        cost: async () => {
          const counts = await countsOf();
          const lines = familias.map((familiaCbo) =>
            estimatedRows(queryOf({ ...place, familiaCbo }), counts),
          );
          return lines.reduce((sum, one) => sum + one, 2 * rowsOfStatement);
        },
        compute: async (limits: QueryLimits) => {
          const split: MarketSplit = uf === undefined ? 'whole' : 'municipalities';
          const [{ cells, omitted, estimates }, medians] = await cancelTogether(limits, (limited) =>
            Promise.all([
              marketCells(warehouse, { query, families: familias, split }, limited),
              searchMedians(warehouse, queryOf({ uf, regiao }), familias, limited),
            ]),
          );
          const answer: MarketCells = {
            periodo: query.period && { inicio: query.period.from, fim: query.period.to },
            completude: completenessOf(query.period, release.files),
            celulas: withSearchMedians(cells, medians),
            omitidos: omitted,
            estimativas: estimates,
          };
          return openGzip((await jsonBytes(answer, cellsInATurn)).subarray(0, -1));
        },
      };
      return work.run(computation, context);
    },
  };
}

export type MarketService = ReturnType<typeof marketService>;

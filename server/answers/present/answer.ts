import { recordsOf } from '../../../shared/statistics/percentile.ts';
import { setImmediate } from 'node:timers/promises';
import { salaryRules } from '../../../shared/codes/codes.ts';
import { completenessOf } from '../../../shared/statistics/completeness.ts';
import { areEnough } from '../../../shared/statistics/interval-difference.ts';
import { hasManyPartTime } from '../../../shared/statistics/working-hours.ts';
import { minRecordsOfFilters } from '../../../shared/statistics/suppression.ts';
import { formatMonth } from '../../../shared/words/format.ts';
import type { PublishedRecord } from '../../../shared/codes/record-columns.ts';
import type {
  Method,
  SearchAnswer,
  SearchRequest,
  AnswerWithoutReceipt,
} from '../../../shared/contracts/search.ts';
import {
  hasMinimumWage,
  lastCertainWageMonth,
  minimumWageCentavos,
} from '../../reference/minimum-wage.ts';
import { occupationTitle } from '../../reference/occupations.ts';
import type { QueryLimits, Warehouse } from '../../platform/warehouse/warehouse.ts';
import type { DimensionName } from '../query/dimensions.ts';
import { countGroups, countLines, includedDimensions } from '../query/engine/count-lines.ts';
import { countLineRecords } from '../query/engine/count-records.ts';
import { countLineCells } from '../query/engine/count-cells.ts';
import type { CountedPay, CountPay } from '../query/engine/counted-pay.ts';
import type { PayGroups } from '../query/engine/pay-group.ts';
import { maybeTextMatches } from './text-found.ts';
import { answerHistogram } from './answer-histogram.ts';
import { statisticsOf } from './statistics.ts';
import { designEffectOf } from '../query/design-effects.ts';
import { cancelTogether } from '../../platform/warehouse/cancel-together.ts';
import { funnelOf } from './funnel.ts';
import { panelsOf } from './panels/panels.ts';
import { isIndexed, noIndex, type SortedIndex } from '../index/sorted-index.ts';
import { newestRecords } from './records/newest-records.ts';
import { cellsQuery, type PayCell } from '../query/pay-cells.ts';
import { mixesHours, queryMonths, resolveQuery, type SalaryQuery } from '../query/salary-query.ts';
import { statedRelease, type Release } from '../query/release.ts';
import { suppressedAnswer, type CountedAnswer } from './suppression/suppressed-answer.ts';
import { smallAnswerOf } from './small-answer.ts';
import type { TownModel } from './towns/town-model.ts';
import { QueryCache } from '../query/query-cache.ts';

export interface AnswerContext {
  readonly warehouse: Warehouse;
  readonly release: Release;
  /** The product's version, for `debug`. */
  readonly version: string;
  readonly limits: QueryLimits;
  readonly backend: QueryBackend;
}

/** The functions that compute the parts of a response. */
export interface QueryBackend {
  readonly count: CountPay;
  readonly countRecords: (
    warehouse: Warehouse,
    query: SalaryQuery,
    limits: QueryLimits,
  ) => Promise<number>;
  /** Counts the cells of a query about occupations: by municipality in some states, by state elsewhere. */
  readonly cells: (
    warehouse: Warehouse,
    query: SalaryQuery,
    states: readonly number[],
    limits: QueryLimits,
  ) => Promise<readonly PayCell[]>;
  readonly firstRecords: (
    warehouse: Warehouse,
    query: SalaryQuery,
    limit: number,
    limits: QueryLimits,
    counted: () => Promise<CountedPay>,
  ) => Promise<PublishedRecord[]>;
  readonly models?: QueryCache<TownModel | null> | undefined;
}

/** What a process that serves many queries has in addition to the warehouse. */
export interface Prepared {
  readonly index: SortedIndex;
  /** Cached families are not counted again. */
  readonly families?: QueryCache<PayGroups>;
  /** Cached models of municipalities are not fitted again. */
  readonly models?: QueryCache<TownModel | null>;
}

/** Uses the month files and family counts that a process has prepared. */
export const indexBackend = (prepared: Prepared): QueryBackend => ({
  count: (...args) => countPay(...args, prepared),
  countRecords: async (warehouse, query, limits) =>
    (await prepared.index.countRecords(query, limits)) ??
    countLineRecords(warehouse, query, limits),
  cells: async (warehouse, query, states, limits) =>
    (await prepared.index.cells(query, states, limits)) ??
    countLineCells(warehouse, query, states, limits),
  firstRecords: (warehouse, query, limit, limits, counted) =>
    newestRecords(warehouse, query, limit, limits, { index: prepared.index, counted }),
  models: prepared.models,
});

export const engineBackend = indexBackend({ index: noIndex });

/**
 * Counts a query in one of two ways, which return the same figures:
 * - `ranked`: over the files of its months, in which every line is in the order of salaries. A single scan counts all
 *   groupings, however many they are; the engine counts a grouping that the files lack.
 * - `lines`: by the engine, which groups the lines themselves. This is the reference, and the fallback while a month
 *   has no file or has salaries that its file cannot hold.
 */
export async function countPay(
  warehouse: Warehouse,
  query: SalaryQuery,
  limits: QueryLimits,
  { index, families = new QueryCache<PayGroups>() }: Prepared,
): Promise<CountedPay> {
  const indexed = await index.count(query, limits, families);
  if (indexed === null) return countLines(warehouse, query, limits, families);
  const missing = includedDimensions(query).filter((name) => !isIndexed(name));
  return missing.length === 0
    ? indexed
    : withGroupsByEngine(indexed, missing, (names) => countGroups(warehouse, query, names, limits));
}

/** The counted query with the groups of some dimensions replaced by the engine's. */
export async function withGroupsByEngine(
  counted: CountedPay,
  names: readonly DimensionName[],
  count: (names: readonly DimensionName[]) => ReturnType<typeof countGroups>,
): Promise<CountedPay> {
  const groups = await count(names);
  return { ...counted, groups: (name) => groups.get(name) ?? counted.groups(name) };
}

/**
 * Computes the response to a search on one release: statistics, distribution, method, and the first records. Throws
 * `AppError` 400 for filters that contradict each other and 422 for a salary bound on too narrow a selection.
 */
export async function answerSearch(
  request: Pick<SearchRequest, 'filters' | 'pageSize'>,
  answering: AnswerContext,
): Promise<AnswerWithoutReceipt> {
  const counted = await countedAnswer(request, answering);
  return suppressedAnswer(counted, minRecordsOfFilters(request.filters));
}

/** The response before suppression. Internal only. */
export async function countedAnswer(
  { filters, pageSize }: Pick<SearchRequest, 'filters' | 'pageSize'>,
  { warehouse, release, version, limits, backend }: AnswerContext,
): Promise<CountedAnswer> {
  const query = resolveQuery(filters, release);
  const designEffect = designEffectOf(query);
  const [counted, results, small] = await cancelTogether(limits, (limited) => {
    // Starts with the records: finding their places takes less time than any count.
    const records = backend.firstRecords(warehouse, query, pageSize, limited, () => counting);
    const counting = backend.count(warehouse, query, limited);
    const smallAnswer = counting.then((pay) =>
      areEnough(recordsOf(pay.distribution), designEffect)
        ? null
        : smallAnswerOf(filters, query, pay, {
            records: (next) => backend.countRecords(warehouse, next, limited),
            // A count of all occupations takes as long as a query of the lane `long`, and has the same low priority.
            pay: (relaxed) =>
              backend.count(
                warehouse,
                relaxed,
                cellsQuery(relaxed) === null ? { ...limited, lane: 'long' } : limited,
              ),
            cells: (next, states) => backend.cells(warehouse, next, states, limited),
            models: backend.models,
          }),
    );
    return Promise.all([counting, records, smallAnswer]);
  });
  const { distribution, fullTime } = counted;
  const text = maybeTextMatches(filters);
  await setImmediate();
  const statistics = statisticsOf(distribution, designEffect);
  const method = methodOf(query, counted);
  await setImmediate();
  const histogram = answerHistogram(distribution, method.minimumWage?.centavos ?? null);
  await setImmediate();
  return {
    results,
    totalCount: statistics.count,
    page: 1,
    pageSize,
    statistics,
    histogram,
    distribution,
    method,
    occupations: occupationsOf(query, counted.occupations, text?.otherNames),
    text: text?.found ?? null,
    ...(fullTime !== null &&
      mixesHours(query) &&
      hasManyPartTime(statistics.count, fullTime) && { fullTime }),
    panels: statistics.count === 0 ? null : panelsOf(query, counted.groups),
    relaxed: small?.relaxed ?? [],
    nearby: small?.nearby ?? [],
    estimate: small?.estimate ?? null,
    debug: { version },
  };
}

/** The occupations of the search with their record counts; empty for a search about all occupations. */
function occupationsOf(
  query: SalaryQuery,
  records: ReadonlyMap<number, number>,
  otherNames: ReadonlyMap<string, string> = new Map(),
): SearchAnswer['occupations'] {
  return (
    [...new Set([...(query.occupations ?? []), ...records.keys()])]
      .map((occupation) => {
        const cbo = String(occupation).padStart(6, '0');
        const sinonimo = otherNames.get(cbo);
        return {
          cbo,
          titulo: occupationTitle(cbo) ?? null,
          count: records.get(occupation) ?? 0,
          ...(sinonimo !== undefined && { sinonimo }),
        };
      })
      // A family minus some of its codes includes many codes that no occupation has.
      .filter(({ titulo, count }) => titulo !== null || count > 0)
      .toSorted((a, b) => b.count - a.count || a.cbo.localeCompare(b.cbo))
  );
}

function methodOf(
  query: SalaryQuery,
  { remaining, structure }: Pick<CountedPay, 'remaining' | 'structure'>,
): Method {
  const { rule, series, movement, period, release } = query;
  return {
    rule,
    ruleLabel: salaryRules[rule].label,
    ruleDescription: ruleDescription(query),
    series,
    movement,
    period,
    completeness: completenessOf(period, release.files),
    structure,
    designEffect: designEffectOf(query),
    release: statedRelease(release),
    funnel: funnelOf(query, remaining),
    minimumWage: lastMinimumWage(query),
  };
}

/** The rule, and the minimum wage that it uses for months whose own is not imported yet. */
function ruleDescription(query: SalaryQuery): string {
  const { description } = salaryRules[query.rule];
  const certain = lastCertainWageMonth();
  const last = queryMonths(query).at(-1) ?? '';
  if (query.rule === 'bruto' || last <= certain) return description;
  return `${description} Depois de ${formatMonth(certain)}, vale o salário mínimo de ${formatMonth(certain)}: o novo ainda não foi importado.`;
}

/** The minimum wage of the last month of the query, or of an earlier one if only that is certain. */
function lastMinimumWage(query: SalaryQuery): Method['minimumWage'] {
  const last = queryMonths(query).findLast(hasMinimumWage);
  if (last === undefined) return null;
  const certain = lastCertainWageMonth();
  const month = last < certain ? last : certain;
  return { month, centavos: minimumWageCentavos(month) };
}

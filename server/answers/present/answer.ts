import { setImmediate } from 'node:timers/promises';
import { salaryRules } from '../../../shared/codes/codes.ts';
import { completenessOf } from '../../../shared/statistics/completeness.ts';
import { fewestForConfidence } from '../../../shared/statistics/design-effect.ts';
import { hasManyPartTime } from '../../../shared/statistics/working-hours.ts';
import { fewestOfFilters } from '../../../shared/statistics/suppression.ts';
import type { PublishedRecord } from '../../../shared/codes/record-columns.ts';
import type {
  Method,
  SearchAnswer,
  SearchRequest,
  UnkeptAnswer,
} from '../../../shared/contracts/search.ts';
import { hasMinimumWage, minimumWageCentavos } from '../../reference/minimum-wage.ts';
import { occupationTitle } from '../../reference/occupations.ts';
import type { QueryLimits, Warehouse } from '../../platform/warehouse/warehouse.ts';
import { countedRecords, countPay, type Prepared } from './count-pay.ts';
import type { CountedPay } from '../query/engine/counted-pay.ts';
import { maybeAskedText } from './text-found.ts';
import { statisticsOf } from './statistics.ts';
import { designEffectOf } from '../query/design-effects.ts';
import { endingTogether } from '../../platform/warehouse/cancel-together.ts';
import { funnelOf } from './funnel.ts';
import { panelsOf } from './panels/panels.ts';
import { noIndex } from '../index/sorted-index.ts';
import { withoutVerdicts } from './without-comparisons.ts';
import { newestRecords } from './records/newest-records.ts';
import { askedMonths, askedQuestion, type Question } from '../query/salary-query.ts';
import type { Release } from '../query/release.ts';
import { toldAnswer, type CountedAnswer } from './suppression/suppressed-answer.ts';
import { widerOffers } from './relaxed-queries.ts';

export interface Answering {
  readonly warehouse: Warehouse;
  readonly release: Release;
  /** The product's version, for `debug`. */
  readonly version: string;
  readonly limits: QueryLimits;
  readonly ways: Ways;
}

/** The functions that compute the parts of a response. */
export interface Ways {
  readonly count: (
    warehouse: Warehouse,
    question: Question,
    limits: QueryLimits,
  ) => Promise<CountedPay>;
  readonly countRecords: (
    warehouse: Warehouse,
    question: Question,
    limits: QueryLimits,
  ) => Promise<number>;
  readonly firstRecords: (
    warehouse: Warehouse,
    question: Question,
    limit: number,
    limits: QueryLimits,
    counted: () => Promise<CountedPay>,
  ) => Promise<PublishedRecord[]>;
}

/** Uses the month files and family counts that a process has prepared. */
export const quickestWays = (prepared: Prepared): Ways => ({
  count: (...asked) => countPay(...asked, prepared),
  countRecords: (...asked) => countedRecords(...asked, prepared),
  firstRecords: (warehouse, question, limit, limits, counted) =>
    newestRecords(warehouse, question, limit, limits, { index: prepared.index, counted }),
});

/** Uses the engine only. */
export const engineWays = quickestWays({ index: noIndex });

/**
 * Computes the response to a search on one release: statistics, distribution, method, and the first records. Throws
 * `AppError` 400 for filters that contradict each other and 422 for a salary bound on too narrow a selection.
 */
export async function answerSearch(
  request: Pick<SearchRequest, 'filters' | 'pageSize'>,
  answering: Answering,
): Promise<UnkeptAnswer> {
  return withoutVerdicts(
    toldAnswer(await countedAnswer(request, answering), fewestOfFilters(request.filters)),
  );
}

/** The response before suppression. Internal only. */
export async function countedAnswer(
  { filters, pageSize }: Pick<SearchRequest, 'filters' | 'pageSize'>,
  { warehouse, release, version, limits, ways }: Answering,
): Promise<CountedAnswer> {
  const question = askedQuestion(filters, release);
  const [counted, results, fullTime] = await endingTogether(limits, (limited) => {
    // Starts with the records: finding their places takes less time than any count.
    const records = ways.firstRecords(warehouse, question, pageSize, limited, () => counting);
    const counting = ways.count(warehouse, question, limited);
    const ofFullTime = mixesHours(question)
      ? ways.countRecords(warehouse, { ...question, rule: 'integral' }, limited)
      : null;
    return Promise.all([counting, records, ofFullTime]);
  });
  const { distribution } = counted;
  const text = maybeAskedText(filters);
  await setImmediate();
  const statistics = statisticsOf(distribution, designEffectOf(question));
  const wider =
    statistics.count < fewestForConfidence
      ? await widerOffers({ filters, release, count: statistics.count }, (next) =>
          ways.countRecords(warehouse, next, limits),
        )
      : [];
  return {
    results,
    totalCount: statistics.count,
    page: 1,
    pageSize,
    statistics,
    distribution,
    method: methodOf(question, counted),
    occupations: occupationsOf(question, counted.occupations, text?.otherNames),
    text: text?.found ?? null,
    ...(fullTime !== null && hasManyPartTime(statistics.count, fullTime) && { fullTime }),
    panels: statistics.count === 0 ? null : panelsOf(question, counted.groups),
    wider,
    debug: { version },
  };
}

/** Whether a query mixes working hours by default: MTE's rule without a filter on hours or contract. */
const mixesHours = ({ rule, hours, contract }: Question): boolean =>
  rule === 'mte' && hours === null && contract === null;

/** The occupations of the search with their record counts; empty for a search about all occupations. */
function occupationsOf(
  question: Question,
  records: ReadonlyMap<number, number>,
  otherNames: ReadonlyMap<string, string> = new Map(),
): SearchAnswer['occupations'] {
  return (
    [...new Set([...(question.occupations ?? []), ...records.keys()])]
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
  question: Question,
  { remaining, structure }: Pick<CountedPay, 'remaining' | 'structure'>,
): Method {
  const { rule, series, movement, period, release } = question;
  return {
    rule,
    ruleLabel: salaryRules[rule].label,
    ruleDescription: salaryRules[rule].description,
    series,
    movement,
    period,
    completeness: completenessOf(period, release.files),
    structure,
    designEffect: designEffectOf(question),
    release:
      release.number === null || release.publishedAt === null
        ? null
        : {
            number: release.number,
            publishedAt: release.publishedAt,
            isSynthetic: release.isSynthetic,
          },
    funnel: funnelOf(question, remaining),
    minimumWage: lastMinimumWage(question),
  };
}

function lastMinimumWage(question: Question): Method['minimumWage'] {
  const month = askedMonths(question).findLast(hasMinimumWage);
  return month === undefined ? null : { month, centavos: minimumWageCentavos(month) };
}

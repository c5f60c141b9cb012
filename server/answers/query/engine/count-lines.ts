import { excludedFilters } from '../excluded-filters.ts';
import { facetFilters } from '../../../../shared/filters/facet-filters.ts';
import { keysOf } from '../../../../shared/codes/keys.ts';
import type { QueryLimits, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import { cancelTogether } from '../../../platform/warehouse/cancel-together.ts';
import { withoutFilters } from '../filters/catalogue.ts';
import { countLineRecords, distributionOf } from './count-records.ts';
import { remainingLines } from './remaining-lines.ts';
import { dimensions, type DimensionName } from '../dimensions.ts';
import { singleFamily, familyQuery } from '../panel-queries.ts';
import { QueryCache } from '../query-cache.ts';
import type { PayGroups } from './pay-group.ts';
import { groupedPay, type Grouping } from './grouped-pay.ts';
import { mixesHours, type SalaryQuery } from '../salary-query.ts';
import type { CountedPay } from './counted-pay.ts';

/**
 * Counts a query over the lines themselves: the engine groups them, whatever their number and salaries. A cached family
 * is not counted again.
 */
export async function countLines(
  warehouse: Warehouse,
  query: SalaryQuery,
  limits: QueryLimits,
  families = new QueryCache<PayGroups>(),
): Promise<CountedPay> {
  const [distribution, groups, family, remaining, fullTime] = await cancelTogether(
    limits,
    (limited) =>
      Promise.all([
        distributionOf(warehouse, query, limited),
        groupedPay(warehouse, query, groupingsOf(query), limited),
        groupsOfFamily(warehouse, query, families, limited),
        remainingLines(warehouse, query, limited),
        query.rule === 'mte' && mixesHours(query)
          ? countLineRecords(warehouse, { ...query, rule: 'integral' }, limited)
          : null,
      ]),
  );
  const none: PayGroups = new Map();
  const groupsOf = (dimension: DimensionName) => groups.get(dimension) ?? none;
  return {
    structure: 'lines',
    remaining,
    fullTime,
    distribution,
    groups: (dimension) =>
      dimension === 'occupation' && family !== null ? family : groupsOf(dimension),
    occupations: new Map(
      [...groupsOf('occupation')].map(([cbo, { count }]) => [cbo, count] as const),
    ),
  };
}

/** The groups of some dimensions only, counted over the lines themselves. */
export async function countGroups(
  warehouse: Warehouse,
  query: SalaryQuery,
  names: readonly DimensionName[],
  limits: QueryLimits,
) {
  const groupings = names.map((name) => groupingOf(query, name));
  return groupedPay(warehouse, query, groupings, limits);
}

export const includedDimensions = (query: SalaryQuery): DimensionName[] =>
  keysOf(dimensions).filter((name) => dimensions[name].isIncluded?.(query) ?? true);

/** The groupings of a single scan: all dimensions of the response, and the requested occupations. */
function groupingsOf(query: SalaryQuery): Grouping[] {
  const names = includedDimensions(query).filter((name) => name !== 'occupation');
  const areRequested = query.occupations !== null || query.family !== null;
  return [
    ...names.map((name) => groupingOf(query, name)),
    ...(areRequested ? [{ dimension: 'occupation', query } as const] : []),
  ];
}

/** A dimension with the query whose records it groups. */
function groupingOf(query: SalaryQuery, dimension: DimensionName): Grouping {
  const facet = excludedFilters(dimension);
  const excluded = facet === null ? [] : facetFilters[facet].filters;
  const requested = withoutFilters(query, excluded);
  return { dimension, query: dimensions[dimension].over?.(requested) ?? requested };
}

/** Every occupation of the one requested family; null for several families, or if the query covers it already. */
async function groupsOfFamily(
  warehouse: Warehouse,
  query: SalaryQuery,
  families: QueryCache<PayGroups>,
  limits: QueryLimits,
): Promise<PayGroups | null> {
  const family = singleFamily(query);
  const whole = family === null ? query : familyQuery(query, family);
  if (whole === query) return null;
  return families.of(whole, async () => {
    const grouping = { dimension: 'occupation', query: whole } as const;
    const groups = await groupedPay(warehouse, whole, [grouping], limits);
    return groups.get('occupation') ?? new Map();
  });
}

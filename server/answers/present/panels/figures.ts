import type { GroupFigures } from '../../../../shared/contracts/panels.ts';
import { completenessOf, isIncomplete } from '../../../../shared/statistics/completeness.ts';
import { meanOf, medianInterval, percentile } from '../../../../shared/statistics/percentile.ts';
import { facetFilters } from '../../../../shared/filters/facet-filters.ts';
import { designEffectOf } from '../../query/design-effects.ts';
import { keyOf } from '../../query/dimensions.ts';
import { passesCode } from '../../query/filters/catalogue.ts';
import { minRecordsOf } from '../suppression/min-records.ts';
import {
  suppressedBesideDistribution,
  type CellSuppression,
  type KnownTogether,
} from '../suppression/suppressed-cells.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';
import type { PayGroup, PayGroups } from '../../query/engine/pay-group.ts';

export const recordsOf = (groups: PayGroups, keys: Iterable<number>): number =>
  [...keys].reduce((sum, key) => sum + (groups.get(key)?.count ?? 0), 0);

/** The records of all groups of a dimension: each record is in one. */
export const recordsOfAll = (groups: PayGroups): number => recordsOf(groups, groups.keys());

/**
 * Returns a panel's figures of each group by its key. `known` lists the sets of groups for which the response reveals a
 * common sum, and `distributed` those of which it has the exact distribution.
 */
export function groupFigures(
  query: SalaryQuery,
  groups: PayGroups,
  known: readonly KnownTogether<number>[],
  distributed = known,
): (key: number) => GroupFigures {
  const all = recordsOfAll(groups);
  const counts = new Map([...groups].map(([key, { count }]) => [key, count]));
  const suppressions = suppressedBesideDistribution(
    counts,
    known,
    minRecordsOf(query),
    distributed,
  );
  const designEffect = designEffectOf(query);
  return (key) =>
    figuresOf(groups.get(key), { all, designEffect, suppression: suppressions.get(key) ?? null });
}

/** Panels whose own filter selects by the same code that groups them. */
type ByCode = 'sex' | 'schooling' | 'age' | 'companySize';

/** Number of values of four bits. */
const maxCodes = 16;

/** The groups whose sum is the response's own figures: those that pass the panel's filter, or all if it is not set. */
export function selectedGroups(query: SalaryQuery, name: ByCode, groups: PayGroups): Set<number> {
  const passes = passesCode(query, facetFilters[name].filters, name);
  const codes = Array.from({ length: maxCodes }, (_, code) => code).filter(passes);
  const requested = new Set(codes.map((code) => keyOf(name, code)));
  return new Set([...groups.keys()].filter((key) => requested.has(key)));
}

/** The figures of a panel by code, as `groupFigures` gives them. */
export const figuresByCode = (query: SalaryQuery, name: ByCode, groups: PayGroups) =>
  groupFigures(query, groups, [selectedGroups(query, name, groups)]);

/** Whether groups of the query may be compared and ranked: only with complete data. */
export const areComparable = ({ period, release }: SalaryQuery) =>
  !isIncomplete(completenessOf(period, release.files));

/** The fields of each panel other than its groups. */
export const comparable = (query: SalaryQuery) => ({
  isComparable: areComparable(query),
  designEffect: designEffectOf(query),
});

/** What is known of a group in addition to its records. */
export interface AboutGroup {
  /** The number of records that its share is of. */
  readonly all: number;
  readonly designEffect: number;
  readonly suppression: CellSuppression | null;
}

export function figuresOf(
  group: PayGroup | undefined,
  { all, designEffect, suppression }: AboutGroup,
): GroupFigures {
  const count = group?.count ?? 0;
  const share = all === 0 ? 0 : count / all;
  if (group === undefined || count === 0)
    return { count, share, suppressed: 'sem_registros', ...noFigures };
  if (suppression !== null && suppression !== 'so_a_media')
    return { count, share, suppressed: suppression, ...noFigures };
  const interval = medianInterval(group, designEffect);
  const [p25, median, p75] = [2500, 5000, 7500].map((at) => percentile(group, at));
  return {
    count,
    share,
    suppressed: null,
    average: suppression === null ? reais(meanOf(group.total, count)) : null,
    p25: reais(p25),
    median: reais(median),
    p75: reais(p75),
    medianInterval: interval && { lower: interval.lower / 100, upper: interval.upper / 100 },
  };
}

export const noFigures = {
  average: null,
  p25: null,
  median: null,
  p75: null,
  medianInterval: null,
};

/** An existing figure, converted from centavos; throws `RangeError` if it is missing. */
export function reais(centavos: number | null | undefined): number {
  if (centavos == null) throw new RangeError('A group with records has every figure.');
  return centavos / 100;
}

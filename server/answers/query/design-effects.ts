import { sum } from 'd3-array';
import { tableOf } from '../../../shared/codes/keys.ts';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import {
  allOccupations,
  blockEffect,
  independent,
  type BlockSums,
  type DesignEffect,
} from '../../../shared/statistics/design-effect.ts';
import type { QueryLimits, Sql, Warehouse } from '../../platform/warehouse/warehouse.ts';
import { codesOfFamily, familyOf } from './filters/occupation-family.ts';
import { queryMonths, resolveQuery, type SalaryQuery } from './salary-query.ts';
import type { Release } from './release.ts';
import { countedRows } from './selection-sql.ts';

/** A month's blocks: hires of a month with the same place, activity, size and type of establishment. */
const block = 'municipality, subclass, company_size, establishment_type';
/** The sums of blocks with `n` records, `c` of them not above the median. */
const sumsOfBlocks = `count() as blocks, sum(n) as records, sum(c) as below,
      sum(n * n) as recordsSquared, sum(c * c) as belowSquared, sum(n * c) as products`;
const family = `toUInt32(intDiv(cbo, ${codesOfFamily}))`;
/** Selects the codes of the CBO. Family 0 stands for all occupations. */
const isIdentified = { clause: `cbo >= ${codesOfFamily}`, params: {} };

interface MedianRow {
  readonly family: number;
  readonly median: number;
}

type SumsRow = BlockSums & { readonly family: number };

/**
 * The design effects of a release's default query (admissions of its last twelve months by MTE's rule), by family of
 * occupations and for all. Adds up the sums of one month's blocks at a time, so that memory holds at most one month's
 * blocks.
 */
export async function designEffectsOf(
  warehouse: Warehouse,
  release: Release,
  limits: QueryLimits,
): Promise<DesignEffect[]> {
  const query = defaultQuery(release);
  const medians = await warehouse.rows<MedianRow>(mediansSql(query), limits);
  const medianOfAll = medians.find((row) => row.family === allOccupations)?.median;
  if (medianOfAll === undefined) return [];
  const ofFamilies = medians.filter((row) => row.family !== allOccupations);
  const rows: SumsRow[] = [];
  for (const month of queryMonths(query)) {
    const ofMonth = { ...query, period: { from: month, to: month } };
    const statements = [allSumsSql(ofMonth, medianOfAll), familySumsSql(ofMonth, ofFamilies)];
    for (const sql of statements) rows.push(...(await warehouse.rows<SumsRow>(sql, limits)));
  }
  return [...Map.groupBy(rows, (row) => row.family)].flatMap(([code, own]) => {
    const sums = joined(own);
    const effect = blockEffect(sums);
    return effect === null
      ? []
      : [{ family: code, records: sums.records, blocks: sums.blocks, effect }];
  });
}

const defaultQuery = (release: Release) => resolveQuery(SearchFilters.parse({}), release);

/**
 * Whether two releases have the same design effects, because the default query of both reads the same months and no
 * line of these changed. `touched` are the months of movement in changed files.
 */
export function haveSameDesign(
  before: Release,
  after: Release,
  touched: readonly string[],
): boolean {
  const months = queryMonths(defaultQuery(after));
  return (
    before.designEffects.size > 0 &&
    months.join() === queryMonths(defaultQuery(before)).join() &&
    !months.some((month) => touched.includes(month))
  );
}

const joined = (rows: readonly BlockSums[]): BlockSums =>
  tableOf(['blocks', 'records', 'below', 'recordsSquared', 'belowSquared', 'products'], (name) =>
    sum(rows, (row) => row[name]),
  );

/** The lower median salary of each family, and of all occupations. */
function mediansSql(query: SalaryQuery): Sql {
  const { clauses, params } = countedRows(query, isIdentified);
  const text = `
    select family, quantileExactWeighted(0.5)(pay, toUInt64(here)) as median
    from (
      select ${family} as family, assumeNotNull(salary) as pay, sum(weight) as here
      from movements
      where ${clauses.join('\n        and ')}
      group by family, pay
      having here > 0
    )
    group by grouping sets ((family), ())
    order by family`;
  return { text, params };
}

/** Sums over the blocks of a month, by family. */
function familySumsSql(query: SalaryQuery, medians: readonly MedianRow[]): Sql {
  const { clauses, params } = countedRows(query, isIdentified);
  const text = `
    select family, ${sumsOfBlocks}
    from (
      select family, toFloat64(sum(weight)) as n, toFloat64(sumIf(weight, pay <= median)) as c
      from (
        select ${family} as family, ${block}, weight, assumeNotNull(salary) as pay,
          transform(family, {families:Array(UInt32)}, {medians:Array(Int64)}, toInt64(0)) as median
        from movements
        where ${clauses.join('\n          and ')}
      )
      group by family, ${block}
      having n > 0
    )
    group by family
    order by family`;
  return {
    text,
    params: {
      ...params,
      families: medians.map((row) => row.family),
      medians: medians.map((row) => row.median),
    },
  };
}

/**
 * Sums over the blocks of a month, of all occupations. A separate statement: one with grouping sets takes 1.5 times
 * as long as both.
 */
function allSumsSql(query: SalaryQuery, median: number): Sql {
  const { clauses, params } = countedRows(query, isIdentified);
  const text = `
    select ${allOccupations} as family, ${sumsOfBlocks}
    from (
      select toFloat64(sum(weight)) as n,
        toFloat64(sumIf(weight, assumeNotNull(salary) <= {median:Int64})) as c
      from movements
      where ${clauses.join('\n        and ')}
      group by ${block}
      having n > 0
    )`;
  return { text, params: { ...params, median } };
}

/**
 * The design effect of a query: how many of its records carry as much information as one independent record. Uses the
 * effect of the query's family of occupations, or the largest effect of several families. All occupations, and families
 * with too few blocks, use the effect of all occupations.
 */
export function designEffectOf({
  release: { designEffects },
  occupations,
  family: requested,
}: Pick<SalaryQuery, 'release' | 'occupations' | 'family'>): number {
  const all = designEffects.get(allOccupations) ?? independent;
  const families = new Set(occupations?.map(familyOf));
  if (requested !== null) families.add(requested);
  if (families.size === 0) return all;
  return Math.max(...[...families].map((code) => designEffects.get(code) ?? all));
}

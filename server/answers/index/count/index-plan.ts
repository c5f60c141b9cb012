import { facetFilters, type FacetName } from '../../../../shared/filters/facet-filters.ts';
import { keysOf } from '../../../../shared/codes/keys.ts';
import { townsOfState } from '../../../reference/ibge-regions.ts';
import { mteSalaryBounds } from '../../../reference/minimum-wage.ts';
import { designEffectOf } from '../../query/design-effects.ts';
import { fileTests, type LineFilterName } from '../../query/filters/catalogue.ts';
import { packedState } from '../../query/filters/packed-codes.ts';
import { singleFamily, shownState, trendMonths } from '../../query/panel-queries.ts';
import { type SalaryQuery, queryMonths } from '../../query/salary-query.ts';
import {
  detailBits,
  flagsBits,
  flagsShift,
  placeOfCode,
  type CodedColumn,
  type CodeField,
} from '../format/line-columns.ts';
import { maxPay } from '../format/layout.ts';
import { defined } from '../../../../shared/codes/defined.ts';
import { countedFlags } from './funnel-steps.ts';
import {
  bitOfOwn,
  countedPass,
  everyPass,
  lowBits,
  midBits,
  passBits,
  passesFor,
  type FilterTables,
  type Passes,
} from './passes.ts';
import {
  type Balance,
  type IndexPlan,
  type PayBounds,
  type PlannedMonth,
  balances,
} from './plan.ts';

/**
 * The plan of a query over the files of its months; null if a month has no file, or if the files cannot evaluate a
 * filter or distinguish a salary bound.
 */
export function indexPlan(
  query: SalaryQuery,
  paths: ReadonlyMap<string, string>,
): IndexPlan | null {
  const { occupations, family, movement, rule, salaryFrom, salaryTo } = query;
  const filters = filterTables(query);
  if (filters === null || Math.max(salaryFrom ?? 0, salaryTo ?? 0) >= maxPay) return null;
  const requested = new Set(queryMonths(query));
  const shown = shownState(query);
  const months: PlannedMonth[] = [];
  for (const month of new Set([...trendMonths(query), ...requested])) {
    const path = paths.get(month);
    if (path === undefined) return null;
    months.push({
      path,
      month: Number(month),
      isRequested: requested.has(month),
      rule: ruleBounds(query, month),
    });
  }
  return {
    months: months.toSorted((a, b) => a.month - b.month),
    balances: balancesOf[movement],
    occupations:
      occupations === null && family === null ? null : { codes: occupations ?? [], family },
    siblings: singleFamily(query),
    filters,
    range: { lowest: salaryFrom ?? 0, highest: salaryTo ?? Infinity },
    isGross: rule === 'bruto',
    shownState: shown === null ? null : packedState(shown),
    towns: townsOfState(shown),
    hasSubclasses: query.section !== null,
    designEffect: designEffectOf(query),
  };
}

const balancesOf: Readonly<Record<SalaryQuery['movement'], readonly Balance[]>> = {
  admissao: [1],
  desligamento: [-1],
  todas: balances,
};

/** The bounds of DOMAIN.md, "Which lines count in a salary". */
function ruleBounds({ rule }: SalaryQuery, month: string): PayBounds {
  if (rule === 'bruto') return { lowest: 1, highest: Infinity };
  const { minCentavos, maxCentavos } = mteSalaryBounds(month);
  return { lowest: minCentavos, highest: maxCentavos };
}

/**
 * The pass bit of a filter. If every panel of a bit ignores the filter, the filter uses that bit; otherwise it uses
 * `others`.
 */
function bitOf(name: LineFilterName): number {
  const excludesFilter = (facet: FacetName) =>
    facetFilters[facet].filters.some((filter) => filter === name);
  const excluding = keysOf(facetFilters).find(excludesFilter);
  if (excluding === undefined) return passBits.others;
  const bit = bitOfOwn[excluding];
  const sharing = keysOf(facetFilters).filter((facet) => bitOfOwn[facet] === bit);
  return passBits[sharing.every(excludesFilter) ? bit : 'others'];
}

/** Returns null if the month files cannot evaluate one of the query's filters. */
function filterTables(query: SalaryQuery): FilterTables | null {
  const tests = fileTests(query);
  if (tests === null) return null;
  const filters: Record<'traits' | 'details', CodeFilter[]> = { traits: [], details: [] };
  const codes: Record<CodedColumn, readonly number[] | null> = {
    municipality: null,
    subclass: null,
  };
  for (const { name, test } of tests) {
    if ('column' in test) {
      codes[test.column] = test.codes;
      continue;
    }
    const place = placeOfCode(test.code);
    if (place === undefined) return null;
    filters[place.column].push({ ...place.field, bit: bitOf(name), passes: test.passes });
  }
  const counts = countedFlags(query);
  const { traits, details } = filters;
  return {
    low: table({ shift: 0, bits: lowBits }, traits),
    mid: table({ shift: lowBits, bits: midBits }, traits),
    flags: table({ shift: flagsShift, bits: flagsBits }, traits).map((passes, flag) =>
      counts(flag) ? passes : passes & everyPass,
    ),
    details: details.length === 0 ? null : table({ shift: 0, bits: detailBits }, details),
    codes,
  };
}

interface CodeFilter extends CodeField {
  readonly bit: number;
  readonly passes: (code: number) => boolean;
}

/** The bits that each value of some bits passes: all except those of filters within these bits that it fails. */
function table(part: CodeField, filters: readonly CodeFilter[]): Passes {
  const passes = passesFor(2 ** part.bits).fill(countedPass);
  for (const { shift, bits, bit, passes: isPassing } of filters) {
    if (shift < part.shift || shift >= part.shift + part.bits) continue;
    const mask = 2 ** bits - 1;
    const bitsOfCode = Array.from({ length: 2 ** bits }, (_, code) =>
      isPassing(code) ? ~0 : ~bit,
    );
    for (let value = 0; value < passes.length; value++) {
      const code = (value >>> (shift - part.shift)) & mask;
      passes[value] = defined(passes[value]) & defined(bitsOfCode[code]);
    }
  }
  return passes;
}

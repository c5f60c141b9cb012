import { townsOfState } from '../../../reference/ibge-regions.ts';
import { hasMinimumWage, mteSalaryBounds } from '../../../reference/minimum-wage.ts';
import { designEffectOf } from '../../query/design-effects.ts';
import { singleFamily, shownState, trendMonths } from '../../query/panel-queries.ts';
import { type SalaryQuery, queryMonths } from '../../query/salary-query.ts';
import { type FilterTables, filterTables } from './filter-tables.ts';

/** Lowest and highest salary in centavos, both included; an empty range if the highest is below the lowest. */
export interface PayBounds {
  readonly lowest: number;
  readonly highest: number;
}

export interface PlannedMonth {
  readonly path: string;
  /** AAAAMM. */
  readonly month: number;
  /** Whether the month is requested. The others are earlier months, which the trend shows too. */
  readonly isAsked: boolean;
  /** The salaries that the salary rule counts. */
  readonly rule: PayBounds;
}

/** A plan of a count, in values that can be sent to a thread. */
export interface IndexPlan {
  readonly months: readonly PlannedMonth[];
  /** Movements that count: 1 admissions, −1 dismissals. */
  readonly balances: readonly (1 | -1)[];
  /** Null for all. */
  readonly occupations: AskedOccupations | null;
  /** The family whose occupations are all counted; null to count the requested ones. */
  readonly siblings: number | null;
  readonly filters: FilterTables;
  /** The requested salary range, which applies within the rule's. */
  readonly range: PayBounds;
  readonly isGross: boolean;
  /** The state whose municipalities are shown. */
  readonly shownState: number | null;
  /** The regions of IBGE of the state's municipalities. */
  readonly townRegions: readonly TownRegions[];
  /** Whether subclasses are counted, as within a section. */
  readonly hasSubclasses: boolean;
  /** The ranks of the medians' intervals depend on it. */
  readonly designEffect: number;
}

/** Codes of a municipality and of its regions. */
export interface TownRegions {
  readonly municipality: number;
  readonly immediate: number;
  readonly intermediate: number;
}

export interface AskedOccupations {
  readonly codes: readonly number[];
  readonly family: number | null;
}

/** A plan whose lines are not grouped by municipality or subclass: a thread reads neither for it. */
export const withoutGroups = (plan: IndexPlan): IndexPlan => ({
  ...plan,
  shownState: null,
  townRegions: [],
  hasSubclasses: false,
});

/** The part of a plan's lines that a thread counts: number `index` of `of` parts. */
export interface Share {
  readonly index: number;
  readonly of: number;
}

/**
 * The plan of a query over the files of its months; null if a month has no file, or if the files cannot evaluate a
 * filter.
 */
export function indexPlan(
  question: SalaryQuery,
  pathOf: (month: string) => string | undefined,
): IndexPlan | null {
  const { occupations, family, movement, rule, salaryFrom, salaryTo } = question;
  const filters = filterTables(question);
  if (filters === null) return null;
  const asked = new Set(queryMonths(question));
  const months: PlannedMonth[] = [];
  for (const month of new Set([...trendMonths(question), ...asked])) {
    const path = pathOf(month);
    if (path === undefined) return null;
    months.push({
      path,
      month: Number(month),
      isAsked: asked.has(month),
      rule: ruleBounds(question, month),
    });
  }
  return {
    months: months.toSorted((a, b) => a.month - b.month),
    balances: {
      admissao: [1 as const],
      desligamento: [-1 as const],
      todas: [1 as const, -1 as const],
    }[movement],
    occupations:
      occupations === null && family === null ? null : { codes: occupations ?? [], family },
    siblings: singleFamily(question),
    filters,
    range: { lowest: salaryFrom ?? 0, highest: salaryTo ?? Infinity },
    isGross: rule === 'bruto',
    shownState: shownState(question),
    townRegions: townsOfState(shownState(question)).map(({ code, immediate, intermediate }) => ({
      municipality: code,
      immediate: Number(immediate),
      intermediate: Number(intermediate),
    })),
    hasSubclasses: question.section !== null,
    designEffect: designEffectOf(question),
  };
}

/** The bounds of DOMAIN.md, "Which lines count in a salary"; no salary is within them without a minimum wage. */
function ruleBounds({ rule }: SalaryQuery, month: string): PayBounds {
  if (rule === 'bruto') return { lowest: 1, highest: Infinity };
  if (!hasMinimumWage(month)) return { lowest: 1, highest: 0 };
  const { lowestCentavos, highestCentavos } = mteSalaryBounds(month);
  return { lowest: lowestCentavos, highest: highestCentavos };
}

/** Salaries that the month files cannot hold or add up. The engine counts such queries. */
export class UncountableRowsError extends RangeError {
  constructor(reason: string) {
    super(reason);
    this.name = 'UncountableRowsError';
  }
}

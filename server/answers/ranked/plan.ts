import { hasMinimumWage, mteSalaryBounds } from '../../reference/minimum-wage.ts';
import { designEffectOf } from '../design-effects.ts';
import { askedFamily } from '../panels/family.ts';
import { shownState } from '../panels/regional.ts';
import { trendMonths } from '../panels/trend.ts';
import { askedMonths, type Question } from '../question.ts';
import { filterTables, type FilterTables } from './filter-tables.ts';

/** Salaries in centavos from the first to the last, both included; none where the last is below the first. */
export interface PayBounds {
  readonly lowest: number;
  readonly highest: number;
}

export interface PlannedMonth {
  readonly path: string;
  /** AAAAMM. */
  readonly month: number;
  /** The others are months before those asked, which the trend tells too. */
  readonly isAsked: boolean;
  /** What the salary rule counts. */
  readonly rule: PayBounds;
}

/** What is to be counted, in values that a thread can be sent. */
export interface RankedPlan {
  readonly months: readonly PlannedMonth[];
  /** Movements that count: 1 admissions, −1 dismissals. */
  readonly balances: readonly (1 | -1)[];
  /** Null for all. */
  readonly occupations: AskedOccupations | null;
  /** Every occupation of it is told; null where those asked are. */
  readonly siblings: number | null;
  readonly filters: FilterTables;
  /** The salary range that was asked within the rule's. */
  readonly range: PayBounds;
  readonly isGross: boolean;
  /** The state whose municipalities are told. */
  readonly shownState: number | null;
  /** Within a section its subclasses are told. */
  readonly tellsSubclasses: boolean;
  /** Which the ranks of the medians' intervals depend on. */
  readonly designEffect: number;
}

export interface AskedOccupations {
  readonly codes: readonly number[];
  readonly family: number | null;
}

/** Which part of a plan's lines a thread counts: the n-th of so many. */
export interface Share {
  readonly index: number;
  readonly of: number;
}

/** The plan of a question over the files of its months; null where a month has none, or they lack what it asks of. */
export function rankedPlan(
  question: Question,
  pathOf: (month: string) => string | undefined,
): RankedPlan | null {
  const { occupations, family, movement, rule, salaryFrom, salaryTo } = question;
  const filters = filterTables(question);
  if (filters === null) return null;
  const asked = new Set(askedMonths(question));
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
    siblings: askedFamily(question),
    filters,
    range: { lowest: salaryFrom ?? 0, highest: salaryTo ?? Infinity },
    isGross: rule === 'bruto',
    shownState: shownState(question),
    tellsSubclasses: question.section !== null,
    designEffect: designEffectOf(question),
  };
}

/** Those of DOMAIN.md, "Which lines count in a salary"; without a minimum wage none. */
function ruleBounds({ rule }: Question, month: string): PayBounds {
  if (rule === 'bruto') return { lowest: 1, highest: Infinity };
  if (!hasMinimumWage(month)) return { lowest: 1, highest: 0 };
  const { lowestCentavos, highestCentavos } = mteSalaryBounds(month);
  return { lowest: lowestCentavos, highest: highestCentavos };
}

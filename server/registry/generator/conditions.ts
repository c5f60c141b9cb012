import { builtInFigures } from '../reconciliation/official-figures.ts';
import { minimumWageCentavos } from '../../reference/minimum-wage.ts';
import { monthLater } from '../../reference/months.ts';

/** The parameters of a month, which apply to all its movements. */
export interface MonthConditions {
  /** AAAAMM. */
  readonly month: string;
  /** Number of movements declared in the month in the whole country. */
  readonly volume: number;
  /** The share of admissions among them, from 0 to 1. */
  readonly admissions: number;
  /** Centavos. */
  readonly minimumWage: number;
  /**
   * The reference wages by which drawn pay is scaled, in centavos: the mean minimum wage of the twelve months around,
   * and that of the calendar year.
   */
  readonly level: number;
  readonly yearLevel: number;
}

interface Counted {
  readonly admissions: number;
  readonly separations: number;
}

/** The months that MTE has published, as declared. */
const told: ReadonlyMap<string, Counted> = new Map(
  builtInFigures.flatMap(({ month, series, admissions, separations }) =>
    series === 'declarada' && admissions !== null && separations !== null
      ? [[month, { admissions, separations }] as const]
      : [],
  ),
);

/**
 * The conditions of a month (AAAAMM): MTE's figures, or else an estimate from the season and the growth of the years
 * around.
 */
export function monthConditions(month: string): MonthConditions {
  const { admissions, separations } = told.get(month) ?? bySeason(month);
  return {
    month,
    volume: admissions + separations,
    admissions: admissions / (admissions + separations),
    minimumWage: minimumWageCentavos(month),
    level: meanWage(monthLater(month, -5)),
    yearLevel: meanWage(`${month.slice(0, 4)}01`),
  };
}

const meanWage = (first: string) =>
  Array.from({ length: 12 }, (_, later) => minimumWageCentavos(monthLater(first, later))).reduce(
    (sum, wage) => sum + wage / 12,
    0,
  );

const trendMonth = '202207';
const monthlyGrowth = 1.035 ** (1 / 12);

/** Two usual years (January 2022 to November 2023), which define the shape of a year. */
const usualMonths = Array.from({ length: 23 }, (_, later) => monthLater('202201', later));

function bySeason(month: string): Counted {
  const season = usualMonths.filter((usual) => usual.slice(4) === month.slice(4));
  const mean = (side: keyof Counted) =>
    season.reduce((sum, usual) => sum + (told.get(usual)?.[side] ?? 0) / growth(usual), 0) /
    season.length;
  return {
    admissions: mean('admissions') * growth(month),
    separations: mean('separations') * growth(month),
  };
}

const growth = (month: string) => monthlyGrowth ** (serial(month) - serial(trendMonth));

const serial = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(4));

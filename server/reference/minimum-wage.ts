import { isCompetencia, monthLater } from '../../shared/codes/months.ts';

export interface MinimumWagePeriod {
  /** AAAAMM, inclusive. */
  readonly from: string;
  /** AAAAMM, inclusive; null while in force. */
  readonly to: string | null;
  readonly centavos: number;
  /** The decree, provisional measure (MP) or law that set it. */
  readonly source: string;
}

/** Brazil's national monthly minimum wage since 2019, one period after the other. */
export const minimumWagePeriods: readonly MinimumWagePeriod[] = [
  { from: '201901', to: '201912', centavos: 99_800, source: 'Decreto 9.661/2019' },
  { from: '202001', to: '202001', centavos: 103_900, source: 'MP 916/2019' },
  { from: '202002', to: '202012', centavos: 104_500, source: 'MP 919/2020, Lei 14.013/2020' },
  { from: '202101', to: '202112', centavos: 110_000, source: 'Lei 14.158/2021' },
  { from: '202201', to: '202212', centavos: 121_200, source: 'Lei 14.358/2022' },
  { from: '202301', to: '202304', centavos: 130_200, source: 'MP 1.143/2022' },
  { from: '202305', to: '202312', centavos: 132_000, source: 'MP 1.172/2023, Lei 14.663/2023' },
  { from: '202401', to: '202412', centavos: 141_200, source: 'Decreto 11.864/2023' },
  { from: '202501', to: '202512', centavos: 151_800, source: 'Decreto 12.342/2024' },
  { from: '202601', to: null, centavos: 162_100, source: 'Decreto 12.797/2025' },
];

/** A newer figure that an administrator imported. */
export type ImportedMinimumWage = Omit<MinimumWagePeriod, 'to'>;

let periods: readonly MinimumWagePeriod[] = minimumWagePeriods;

/** All periods, the built-in ones and then the imported ones. */
export const allMinimumWagePeriods = () => periods;

/** The first month of the last minimum wage that the product has built in. */
export const lastBuiltInWage = minimumWagePeriods.at(-1)?.from ?? '';

/**
 * Puts the imported figures that are newer than the built-in ones in force; each ends the period before it. A newer
 * version of the product may have some of them built in.
 */
export function useImportedMinimumWages(imported: readonly ImportedMinimumWage[]): void {
  const newer = imported.filter(({ from }) => from > lastBuiltInWage);
  const starts: readonly ImportedMinimumWage[] = [
    ...minimumWagePeriods,
    ...newer.toSorted((a, b) => (a.from < b.from ? -1 : 1)),
  ];
  periods = starts.map(({ from, centavos, source }, index) => {
    const next = starts[index + 1];
    return { from, to: next === undefined ? null : monthLater(next.from, -1), centavos, source };
  });
}

/**
 * The last month (AAAAMM) whose minimum wage is certain: December of the year in which the last known one starts, because
 * a new one has come into force in each January since 2020. Until that one is imported, later months use the last known.
 */
export const lastCertainWageMonth = () => `${periods.at(-1)?.from.slice(0, 4)}12`;

/** Whether a minimum wage is known for a month (AAAAMM). */
export const hasMinimumWage = (month: string) => month >= (periods[0]?.from ?? '');

/** The minimum wage in a month (AAAAMM), in centavos. Throws `RangeError` before 201901 and for an invalid month. */
export function minimumWageCentavos(month: string): number {
  if (!isCompetencia(month)) throw new RangeError(`"${month}" is not a month AAAAMM`);
  const period = periods.find(({ from, to }) => month >= from && (to === null || month <= to));
  if (!period) throw new RangeError(`no minimum wage is known for ${month}`);
  return period.centavos;
}

/**
 * The salaries in centavos that MTE's rule counts in a month: from 0.3 to 150 minimum wages, both bounds included; 0.3 is
 * rounded up, so that no salary below passes. MTE does not state which wage it uses in 202001 and 202301-202304; this
 * uses the one in force in the month. No salary is within the bounds of a month without a known minimum wage.
 */
export function mteSalaryBounds(month: string) {
  if (!hasMinimumWage(month)) return { minCentavos: 1, maxCentavos: 0 };
  const wage = minimumWageCentavos(month);
  return { minCentavos: Math.ceil((wage * 3) / 10), maxCentavos: wage * 150 };
}

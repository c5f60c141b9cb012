import { minimumWagePeriods, type MinimumWagePeriod } from '../../shared/minimum-wage.ts';

export { minimumWagePeriods, type MinimumWagePeriod };

/** A newer figure that an administrator imported. */
export type ImportedMinimumWage = Omit<MinimumWagePeriod, 'to'>;

let periods: readonly MinimumWagePeriod[] = minimumWagePeriods;

/** All periods, those that come with the product and then the imported ones. */
export const allMinimumWagePeriods = () => periods;

/** Puts imported figures in force; each ends the period before it. They are newer than the product's own. */
export function useImportedMinimumWages(imported: readonly ImportedMinimumWage[]): void {
  const starts: readonly ImportedMinimumWage[] = [
    ...minimumWagePeriods,
    ...imported.toSorted((a, b) => (a.from < b.from ? -1 : 1)),
  ];
  periods = starts.map(({ from, centavos, source }, index) => {
    const next = starts[index + 1];
    return { from, to: next === undefined ? null : monthBefore(next.from), centavos, source };
  });
}

function monthBefore(month: string): string {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(4))];
  return number === 1 ? `${year - 1}12` : `${year}${String(number - 1).padStart(2, '0')}`;
}

/** The minimum wage in force in a month (AAAAMM), in centavos. Throws before 201901 and for what is no month. */
export function minimumWageCentavos(month: string): number {
  if (!/^\d{4}(0[1-9]|1[0-2])$/.test(month))
    throw new RangeError(`"${month}" is not a month AAAAMM`);
  const period = periods.find(({ from, to }) => month >= from && (to === null || month <= to));
  if (!period) throw new RangeError(`no minimum wage is known for ${month}`);
  return period.centavos;
}

export interface SalaryBounds {
  readonly lowestCentavos: number;
  readonly highestCentavos: number;
}

/**
 * The salaries that MTE's rule counts in a month: from 0.3 to 150 minimum wages, both bounds included. MTE does
 * not say which wage it takes in 202001 and 202301-202304; the one in force in the month is taken.
 */
export function mteSalaryBounds(month: string): SalaryBounds {
  return mteSalaryBoundsOf(minimumWageCentavos(month));
}

/** The same bounds for a minimum wage in centavos; 0.3 of it is rounded up, so that no salary below passes. */
export function mteSalaryBoundsOf(wageCentavos: number): SalaryBounds {
  return {
    lowestCentavos: Math.ceil((wageCentavos * 3) / 10),
    highestCentavos: wageCentavos * 150,
  };
}

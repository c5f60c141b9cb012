/** Months of a trend held against each other, in nominal and in real money. */

/** The same month a year before, AAAAMM. */
export const yearBefore = (month: string) => String(Number(month) - 100);

/** Nominal reais in the money of the trend's `realMonth`, to the centavo; null without a factor. */
export function realReais(reais: number | null, realFactor: number | null): number | null {
  return reais === null || realFactor === null ? null : Math.round(reais * realFactor * 100) / 100;
}

/** The change of the median against the same month a year before, as a share; null without both. */
export function yearOnYear(
  months: readonly { readonly month: string; readonly median: number | null }[],
  yearMonth: string,
): number | null {
  const now = months.find(({ month }) => month === yearMonth)?.median ?? null;
  const then = months.find(({ month }) => month === yearBefore(yearMonth))?.median ?? null;
  return now === null || then === null || then === 0 ? null : now / then - 1;
}

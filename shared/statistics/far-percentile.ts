import { fewestBeyond } from './sample-size.ts';

/**
 * What is said of a percentile at the edge of a sample, with fewer than `fewestBeyond` records beyond it on its own
 * side; null within the quartiles, and where the records are enough. Ten-thousandths.
 */
export function farPercentileNote(count: number, tenThousandths: number): string | null {
  if (isWithinQuartiles(tenThousandths)) return null;
  const outside = Math.min(tenThousandths, 10_000 - tenThousandths);
  if (count * outside >= fewestBeyond * 10_000) return null;
  return `Há menos de ${fewestBeyond} registros além deste percentil: tome o valor como indício.`;
}

const isWithinQuartiles = (tenThousandths: number) =>
  tenThousandths >= 2500 && tenThousandths <= 7500;

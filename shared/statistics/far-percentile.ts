import { minBeyond } from './design-effect.ts';

/**
 * The note on a percentile at the edge of a sample, with fewer than `minBeyond` records beyond it; null within the
 * quartiles, and with enough records. Ten-thousandths.
 */
export function farPercentileNote(count: number, tenThousandths: number): string | null {
  if (isWithinQuartiles(tenThousandths)) return null;
  const outside = Math.min(tenThousandths, 10_000 - tenThousandths);
  if (count * outside >= minBeyond * 10_000) return null;
  return `Há menos de ${minBeyond} registros além do percentil; use com cautela.`;
}

const isWithinQuartiles = (tenThousandths: number) =>
  tenThousandths >= 2500 && tenThousandths <= 7500;

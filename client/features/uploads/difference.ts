import { formatRatio, formatSigned } from '../../../shared/words/format.ts';

/** The relative difference between two figures: "+12,3 %"; undefined if it cannot be computed. */
export function differenceText(now: number | null, other: number | null): string | undefined {
  if (now === null || other === null || other <= 0) return undefined;
  const share = now / other - 1;
  if (share === 0) return 'igual';
  return formatSigned(share, formatRatio);
}

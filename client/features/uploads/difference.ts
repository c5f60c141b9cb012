import { formatRatio, formatSigned } from '../../../shared/words/format.ts';

/** How far a figure is from the one it is put beside: "+12,3 %"; undefined where that means nothing. */
export function differenceText(now: number | null, other: number | null): string | undefined {
  if (now === null || other === null || other <= 0) return undefined;
  const share = now / other - 1;
  if (share === 0) return 'igual';
  return formatSigned(share, formatRatio);
}

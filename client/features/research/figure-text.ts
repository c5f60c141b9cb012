import { formatReais, formatRatio, formatSigned } from '../../../shared/words/format.ts';
import type { Figures } from '../../../shared/contracts/history.ts';
import { fewestForStatistics } from '../../../shared/statistics/design-effect.ts';

/** A statistic as text; a dash where there are too few records for one. */
export function statisticText({ count }: Figures, reais: number | null): string {
  return reais === null || count < fewestForStatistics ? '—' : formatReais(reais);
}

/** "+5,3 %", "−5,3 %", "igual"; empty if one of them is unknown or the first is zero. */
export function changeText(before: number | null, now: number | null): string {
  if (before === null || now === null) return '';
  if (before === now) return 'igual';
  if (before === 0) return '';
  return formatSigned((now - before) / before, formatRatio);
}

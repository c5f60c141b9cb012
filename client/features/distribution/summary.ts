import { percentile, type PreparedDistribution } from '../../../shared/statistics/percentile.ts';
import {
  formatCentavos,
  formatCounted,
  formatMonth,
  formatShare,
} from '../../../shared/words/format.ts';
import type { Spike } from '../../../shared/statistics/heaping.ts';
import type { Histogram } from '../../../shared/statistics/histogram.ts';
import type { MinimumWageMark } from './distribution-drawing.tsx';

/** The distribution in plain words, for screen readers and as a one-sentence summary. */
export function summaryText(distribution: PreparedDistribution): string {
  const money = (tenThousandths: number) =>
    formatCentavos(percentile(distribution, tenThousandths) ?? 0);
  const registers = formatCounted(distribution.count, 'registro', 'registros');
  return (
    `De ${registers}, metade ganha até ${money(5000)}. ` +
    `Um em cada dez ganha até ${money(1000)}; um em cada quatro, até ${money(2500)}. ` +
    `Um em cada quatro ganha ${money(7500)} ou mais; um em cada dez, ${money(9000)} ou mais.`
  );
}

/** What the drawing does not show: the bar's width and the records outside the window. */
export function legendText(
  { bins, width, below, above }: Histogram,
  minimumWage: MinimumWageMark | null,
  spikes: readonly Spike[],
): string {
  const sentences = [
    `Cada barra cobre ${formatCentavos(width)}; as de cor mais forte são a metade central.`,
  ];
  if (minimumWage) {
    sentences.push(
      `Salário mínimo de ${formatMonth(minimumWage.month)}: ${formatCentavos(minimumWage.centavos)}.`,
    );
  }
  const outside: string[] = [];
  if (below > 0)
    outside.push(
      `${formatCounted(below, 'registro', 'registros')} abaixo de ${formatCentavos(bins[0]?.from ?? 0)}`,
    );
  if (above > 0)
    outside.push(
      `${formatCounted(above, 'registro', 'registros')} a partir de ${formatCentavos(bins.at(-1)?.to ?? 0)}`,
    );
  if (outside.length > 0) {
    sentences.push(`Fora do desenho, mas dentro de todas as contas: ${outside.join(' e ')}.`);
  }
  if (spikes.length > 0) {
    sentences.push(
      `Salários que se repetem: ${new Intl.ListFormat('pt-BR').format(spikes.map(spikeText))}.`,
    );
  }
  return sentences.join(' ');
}

/** "R$ 1.621,00 (25,3 % dos registros)". */
function spikeText({ centavos, share }: Spike): string {
  return `${formatCentavos(centavos)} (${formatShare(share)} dos registros)`;
}

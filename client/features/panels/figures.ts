import { formatCounted, formatReais } from '../../../shared/words/format.ts';
import type { WithheldReason } from '../../../shared/codes/withheld.ts';
import type { GroupFigures } from '../../../shared/contracts/panels.ts';
import { groupColumns } from '../../../shared/statistics/catalogue.ts';
import {
  fewestForConfidence,
  fewestForStatistics,
} from '../../../shared/statistics/sample-size.ts';
import type { RangeRow } from '../../components/charts/range-rows.tsx';
import type { CellValue } from '../../components/charts/table-data.ts';

/** "Micro: mediana R$ 1.800,00; metade central de R$ 1.600,00 a R$ 2.100,00; 230 registros". */
export function figuresText(label: string, figures: ReadFigures): string {
  const { count, p25, median, p75, withheld } = figures;
  const records = formatCounted(count, 'registro', 'registros');
  if (median === null || p25 === null || p75 === null)
    return `${label}: ${withheldText(count, withheld ?? 'poucos_registros')}`;
  return `${label}: mediana ${formatReais(median)}; metade central de ${formatReais(p25)} a ${formatReais(p75)}; ${records}`;
}

/** A group's figures, in whatever money; null where it has none. */
export type ReadFigures = Readonly<
  Pick<GroupFigures, 'count' | 'p25' | 'median' | 'p75' | 'withheld'>
>;

/** Why a group has no figures. */
export function withheldText(count: number, reason: WithheldReason): string {
  if (reason === 'sem_registros') return 'nenhum registro';
  const records = formatCounted(count, 'registro', 'registros');
  return reason === 'poucos_registros'
    ? `${records}; com menos de ${fewestForStatistics} mostramos só a contagem`
    : `${records}; valores omitidos para que o total não revele um grupo com menos de ${fewestForStatistics}`;
}

export function rangeRowOf(
  key: string,
  label: string,
  figures: GroupFigures,
  isStrong: boolean,
): RangeRow {
  return {
    key,
    label,
    count: figures.count,
    lower: figures.p25,
    middle: figures.median,
    upper: figures.p75,
    isStrong,
    name: figuresText(label, figures),
  };
}

/** How the bars of groups are read. */
export const rangeLegend = 'Traço: mediana. Barra: a metade central, do 1º ao 3º quartil.';

/** In the order of `groupColumns`. */
export const figureCells = (figures: GroupFigures): CellValue[] =>
  groupColumns.map(({ key }) => figures[key]);

/** The groups with the highest and the lowest median, of those with records enough; empty with fewer than two. */
export function extremesText(groups: readonly { label: string; figures: GroupFigures }[]): string {
  const ranked = groups
    .flatMap(({ label, figures: { count, median } }) =>
      median === null || count < fewestForConfidence ? [] : [{ label, median }],
    )
    .toSorted((left, right) => right.median - left.median);
  const [highest, lowest] = [ranked[0], ranked.at(-1)];
  if (!highest || !lowest || highest === lowest) return '';
  return `A maior mediana é a de ${highest.label}, ${formatReais(highest.median)}; a menor, a de ${lowest.label}, ${formatReais(lowest.median)}.`;
}

/** What the groups say in one sentence, or why they say nothing. */
export function findingText(groups: Parameters<typeof extremesText>[0]): string {
  const told = extremesText(groups);
  return told === '' ? 'Poucos registros por grupo para dizer onde se paga mais.' : told;
}

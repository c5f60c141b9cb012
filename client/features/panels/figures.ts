import { formatReais, formatRecords, formatList } from '../../../shared/words/format.ts';
import type { SuppressionReason } from '../../../shared/codes/codes.ts';
import type { GroupFigures } from '../../../shared/contracts/panels.ts';
import { groupColumns } from '../../../shared/statistics/catalogue.ts';
import { extremesOf, minRecordsText } from '../../../shared/statistics/interval-difference.ts';
import { minForSensitive, minForStatistics } from '../../../shared/statistics/design-effect.ts';
import type { CellValue } from '../../components/charts/table-data.ts';

/** "Micro: mediana R$ 1.800,00; metade central de R$ 1.600,00 a R$ 2.100,00; 230 registros". */
export function figuresText(label: string, figures: ReadFigures): string {
  const { count, p25, median, p75, suppressed } = figures;
  const records = formatRecords(count);
  if (median === null || p25 === null || p75 === null)
    return `${label}: ${suppressedText(count, suppressed ?? 'poucos_registros')}`;
  return `${label}: mediana ${formatReais(median)}; metade central de ${formatReais(p25)} a ${formatReais(p75)}; ${records}`;
}

/** A group's figures, nominal or real; null where it has none. */
type ReadFigures = Readonly<Pick<GroupFigures, 'count' | 'p25' | 'median' | 'p75' | 'suppressed'>>;

/** Why a group has no figures. */
export function suppressedText(count: number, reason: SuppressionReason): string {
  if (reason === 'sem_registros') return 'nenhum registro';
  const records = formatRecords(count);
  if (reason === 'poucos_registros')
    return `${records}; com menos de ${minForStatistics}, mostramos só a contagem`;
  return reason === 'poucos_sensiveis'
    ? `${records}; por raça/cor ou deficiência, com menos de ${minForSensitive}, mostramos só a contagem`
    : `${records}; valores omitidos para que o total não revele um grupo com poucos registros`;
}

/**
 * Why a group of the panel lacks figures that would reveal another's; empty if none does. Short enough for each panel on a
 * phone: the whole rule is on paper and in workbooks.
 */
export function protectionNote(
  groups: readonly Pick<GroupFigures, 'suppressed' | 'median' | 'average'>[],
): string {
  const isProtecting = groups.some(
    ({ suppressed, median, average }) =>
      suppressed === 'protege_outro' || (median !== null && average === null),
  );
  return isProtecting ? 'Omitimos valores que revelariam os de um grupo pequeno.' : '';
}

/** How to read the bars of groups. */
export const rangeLegend = 'Traço: mediana. Barra: a metade central, do 1º ao 3º quartil.';

/** In the order of `groupColumns`. */
export const figureCells = (figures: GroupFigures): CellValue[] =>
  groupColumns.map(({ key }) => figures[key]);

interface ComparedGroup {
  readonly label: string;
  readonly figures: GroupFigures;
  /** Whether it has the records of an unknown code, which are compared with no group. */
  readonly isUnknown?: boolean;
}

export interface PanelGroups {
  readonly isComparable: boolean;
  readonly designEffect: number;
  readonly groups: readonly ComparedGroup[];
}

const extremesOfPanel = ({ groups, designEffect }: PanelGroups) =>
  extremesOf(
    groups
      .filter(({ isUnknown }) => isUnknown !== true)
      .map(({ label, figures }) => ({ label, ...figures })),
    designEffect,
  );

/**
 * The groups with the highest and the lowest median, and among which groups they are; the chart also shows groups with
 * too few records, and the text names those beyond the found ones. Empty if the difference may be chance, and for
 * incomplete data.
 */
export function extremesText(panel: PanelGroups): string {
  const { compared, beyond, found } = extremesOfPanel(panel);
  if (!panel.isComparable || found === null) return '';
  const { highest, lowest, highestTied, lowestTied } = found;
  const extremes = beyond.map(({ label, count }) => `${label} (${formatRecords(count)})`);
  const notCompared =
    extremes.length === 0
      ? ''
      : ` Com menos registros, há mediana maior ou menor que essas, por exemplo: ${formatList(extremes.slice(0, maxLeft))}.`;
  return `${among(compared, panel)}, a maior mediana é ${formatReais(highest.median)} (${namesOf(highestTied)}); a menor, ${formatReais(lowest.median)} (${namesOf(lowestTied)}).${notCompared}`;
}

const maxLeft = 3;

/** "Entre 3 grupos com ao menos 30 registros". */
const among = (compared: number, { designEffect }: PanelGroups) =>
  `Entre ${compared} grupos com ${minRecordsText(designEffect)}`;

const namesOf = (groups: readonly { readonly label: string }[]) =>
  formatList(groups.map(({ label }) => label));

export const tooFewText = 'Poucos registros por grupo para dizer qual mediana é maior.';

/**
 * The finding of the groups in one sentence, or why there is none; null for incomplete data, because a notice already
 * states the reason.
 */
export function findingText(panel: PanelGroups): string | null {
  if (!panel.isComparable) return null;
  const { compared, found, same } = extremesOfPanel(panel);
  if (found !== null) return extremesText(panel);
  if (compared > 1 && same !== null)
    return `${among(compared, panel)}, a mediana é a mesma: ${formatReais(same)}.`;
  return compared < 2
    ? tooFewText
    : `${among(compared, panel)}, a diferença entre a maior e a menor mediana pode ser acaso.`;
}

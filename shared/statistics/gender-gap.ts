import { formatReais, formatShare, formatSignedReais, formatRecords } from '../words/format.ts';
import type { GenderPanel } from '../contracts/panels.ts';
import { areEnough, containsZero } from './interval-difference.ts';
import { blocksText } from './quality.ts';

/** The gap of women's and men's medians in words: about groups, never about equal work. */

type Gap = NonNullable<GenderPanel['gap']>;
type AnyGap = Pick<Gap, 'difference' | 'percent' | 'interval'>;

/** "A mediana das mulheres é R$ 200,00 (10,0 %) menor que a dos homens", without a full stop. */
export function gapSentence({ difference, percent }: AnyGap): string {
  if (difference === 0) return 'A mediana das mulheres é igual à dos homens';
  const size = `${formatReais(Math.abs(difference))} (${formatShare(Math.abs(percent) / 100)})`;
  return `A mediana das mulheres é ${size} ${difference < 0 ? 'menor' : 'maior'} que a dos homens`;
}

/** The 95 % interval of the difference, "−R$ 260,50 a −R$ 139,50"; null without one. */
export function gapRange({ interval }: AnyGap): string | null {
  return interval && `${formatSignedReais(interval.lower)} a ${formatSignedReais(interval.upper)}`;
}

const comparesGroups = 'Compara grupos, não pessoas em funções iguais.';

const countOf = ({ genders }: GenderPanel, wanted: 'F' | 'M') =>
  genders.find(({ genero }) => genero === wanted)?.count ?? 0;

/** The number of records of the gender that has fewer. */
export const smallerGenderCount = (panel: GenderPanel): number =>
  Math.min(countOf(panel, 'F'), countOf(panel, 'M'));

/** Whether both genders have enough records for a sentence about their medians. */
export const isGapClear = (panel: GenderPanel): boolean =>
  areEnough(smallerGenderCount(panel), panel.designEffect);

/** How to read the gap: few records, chance, and what it does not compare. */
export function gapCautions(panel: GenderPanel): string {
  const { gap, designEffect } = panel;
  if (gap === null) return '';
  const { difference, interval } = gap;
  const [women, men] = [countOf(panel, 'F'), countOf(panel, 'M')];
  return [
    ...(isGapClear(panel)
      ? []
      : [
          `Amostra pequena: ${[
            `${formatRecords(women)} de mulheres e ${formatRecords(men)} de homens`,
            blocksText(smallerGenderCount(panel), designEffect),
          ]
            .filter((text) => text !== undefined)
            .join('; ')}.`,
        ]),
    // With few records, screen and paper do not state the difference.
    ...(difference === 0 || !isGapClear(panel) ? [] : chanceTexts(interval)),
    comparesGroups,
  ].join(' ');
}

/** That a difference may be chance, as a list; empty if its interval does not contain zero. */
function chanceTexts(interval: Gap['interval']): string[] {
  if (interval === null) return ['Sem intervalo de 95\u00a0%: a diferença pode ser acaso.'];
  return containsZero(interval) ? ['O intervalo contém o zero: a diferença pode ser acaso.'] : [];
}

import { fewestForConfidence } from '../statistics/sample-size.ts';
import type { MedianDifference } from '../statistics/selection-comparison.ts';
import { formatCounted, formatDecimal, formatReais } from '../words/format.ts';

/** What a comparison has to say, in one sentence: who pays more, by how much, and who cannot be told apart. */

export interface JudgedSelection {
  readonly name: string;
  readonly count: number;
  /** Against the first selection. */
  readonly difference: MedianDifference | null;
}

const lists = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

/** "11,9 %" of 11.88. */
export const percentText = (percent: number) =>
  `${formatDecimal(Math.round(Math.abs(percent) * 10) / 10)}\u00a0%`;

/** Whether the interval of a difference leaves zero out; null where there is none. */
export function isBeyondChance({ interval }: MedianDifference): boolean | null {
  return interval === null ? null : interval.lower > 0 || interval.upper < 0;
}

/**
 * Each against the first; null for fewer than two. Nothing is said of fewer than 30 records but that they are few.
 * Places "pay"; the medians of other groups are larger or smaller.
 */
export function comparisonVerdict(
  [base, ...others]: readonly JudgedSelection[],
  kind: 'places' | 'groups',
): string | null {
  if (base === undefined || others.length === 0) return null;
  if (base.count < fewestForConfidence) {
    return `${fewText(base)}: são poucos para comparar outras seleções com ela.`;
  }
  const thin = others.filter(({ count }) => count < fewestForConfidence);
  const told = others.flatMap(({ name, count, difference }) =>
    count < fewestForConfidence || difference === null ? [] : [{ name, difference }],
  );
  const apart = told
    .filter(({ difference }) => isBeyondChance(difference) === true)
    .toSorted((one, other) => other.difference.reais - one.difference.reais);
  const alike = told.filter(({ difference }) => isBeyondChance(difference) === false);
  const unknown = told.filter(({ difference }) => isBeyondChance(difference) === null);
  const clauses = [
    ...apart.map((one, index) => words[kind](one, index === 0 ? base.name : null)),
    ...alikeText(alike, apart.length === 0 ? base.name : null),
    ...unknown.map(
      ({ name }) => `de ${name} não se sabe, porque os registros do meio são todos iguais`,
    ),
    ...thin.map((one) => `${fewText(one)}, poucos para dizer`),
  ];
  return `${upperFirst(clauses.join('; '))}.`;
}

type Told = Required<Pick<JudgedSelection, 'name'>> & { readonly difference: MedianDifference };

/** The first clause names what it is told against. */
const words = {
  places: ({ name, difference }: Told, base: string | null) =>
    `${name}${base === null ? ',' : ' paga'} ${sizeText(difference)} a ${difference.reais < 0 ? 'menos' : 'mais'}${base === null ? '' : ` que ${base}`}`,
  groups: ({ name, difference }: Told, base: string | null) =>
    `a${base === null ? '' : ' mediana'} de ${name}${base === null ? ',' : ' é'} ${sizeText(difference)} ${difference.reais < 0 ? 'menor' : 'maior'}${base === null ? '' : ` que a de ${base}`}`,
};

function alikeText(alike: readonly Told[], base: string | null): string[] {
  if (alike.length === 0) return [];
  const verb = alike.length === 1 ? 'não se distingue' : 'não se distinguem';
  const from = base === null ? '' : ` de ${base}: a diferença pode ser acaso`;
  return [`${lists.format(alike.map(({ name }) => name))} ${verb}${from}`];
}

function sizeText({ reais, percent }: MedianDifference): string {
  const size = formatReais(Math.abs(reais));
  return percent === null ? size : `${size} (${percentText(percent)})`;
}

const fewText = ({ name, count }: JudgedSelection) =>
  count === 0
    ? `${name} não tem nenhum registro`
    : `${name} tem só ${formatCounted(count, 'registro', 'registros')}`;

const upperFirst = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

import { comparisonRefusals } from '../codes/codes.ts';
import type {
  AdjustedPay,
  Bounds,
  EqualityRow,
  Estimate,
  EqualityFigures,
} from '../contracts/equality.ts';
import type { ReceiptDifference } from '../contracts/receipts.ts';
import { minForStatistics, independent } from '../statistics/design-effect.ts';
import { areEnough, mayDifferByChance } from '../statistics/interval-difference.ts';
import {
  formatCounted,
  formatRatio,
  formatReais,
  formatShare,
  formatSignedReais,
  formatCount,
  upperFirst,
} from '../words/format.ts';

/** Sentences about women's and men's pay: always about the flow of admissions, never about causes. */

type Pay = Pick<
  EqualityRow,
  'women' | 'men' | 'withheld' | 'medianRatio' | 'meanRatio' | 'adjusted' | 'designEffect'
>;

/** Records of one cell of Igualdade, in words. */
export const sameWork =
  'na mesma ocupação, com a mesma escolaridade, faixa de idade, jornada, estado e tamanho de estabelecimento';

/** Shown on every view. */
export const equalityCaution =
  'Fluxo de admissões formais, pelo salário contratual. Não é o relatório do MTE nem prova de discriminação.';

/** A group without ratios, and the minimum of each sex if it is not that of the market. */
type Refused = Pick<Pay, 'withheld'> & { readonly minRecords?: number };

/** Why a group has no ratios, within a sentence; null if it has them. */
export const refusalReason = ({ withheld, minRecords = minForStatistics }: Refused) =>
  withheld === null ? null : comparisonRefusals[withheld](minRecords);

/** The same as a sentence. */
export function refusalText(refused: Refused): string | null {
  const reason = refusalReason(refused);
  return reason === null ? null : `Sem comparação: ${reason}.`;
}

/** "1.234 mulheres e 2.345 homens". */
export const countsText = ({ women, men }: Pick<Pay, 'women' | 'men'>) =>
  `${formatCounted(women.count, 'mulher', 'mulheres')} e ${formatCounted(men.count, 'homem', 'homens')}`;

/**
 * Whether the difference of a group's medians may be chance. Null without a ratio or a difference, and for an earlier
 * receipt, which lacks the intervals.
 */
export function isChanceOfMedians({
  women,
  men,
  medianRatio,
}: Pick<Pay, 'women' | 'men' | 'medianRatio'>): boolean | null {
  if (medianRatio === null || medianRatio === 1) return null;
  const [own, other] = [women, men].map(({ median, medianInterval }) =>
    median === null || medianInterval === undefined ? undefined : { median, medianInterval },
  );
  return own === undefined || other === undefined ? null : mayDifferByChance(own, other);
}

/** The same in a table; null if it is not known to be chance. */
export const medianChanceText = (row: Pick<Pay, 'women' | 'men' | 'medianRatio'>) =>
  isChanceOfMedians(row) === true ? 'pode ser acaso' : null;

/** The medians of a group in one sentence; a headline needs thirty effective records of each sex. */
export function medianSentence(row: Pay): string {
  const { women, men, withheld, medianRatio, adjusted, designEffect = independent } = row;
  if (women.count + men.count === 0) return 'Sem dados: nenhuma admissão com estes filtros.';
  if (withheld === 'incompleto' && women.median !== null && men.median !== null) {
    return `Sem comparação: dados incompletos. Mediana das mulheres admitidas: ${formatReais(women.median)}; dos homens: ${formatReais(men.median)}.`;
  }
  if (withheld !== null || medianRatio === null) {
    return refusalText({ withheld }) ?? 'Sem admissões para comparar.';
  }
  if (!areEnough(Math.min(women.count, men.count), designEffect)) {
    return `Poucos registros para uma conclusão: ${countsText({ women, men })}. Veja a tabela.`;
  }
  const amounts =
    women.median === null || men.median === null
      ? ''
      : ` (${formatReais(women.median)} e ${formatReais(men.median)})`;
  if (medianRatio === 1) return `A mediana das mulheres admitidas é igual à dos homens${amounts}.`;
  const doubt =
    isChanceOfMedians(row) === false
      ? meansText(medianRatio, adjusted?.raw ?? null)
      : '; a diferença pode ser acaso';
  return `A mediana das mulheres admitidas é ${formatRatio(medianRatio)} da dos homens${amounts}${doubt}.`;
}

/** What the means add to a difference of medians: that theirs may be chance, or that they differ the other way. */
function meansText(medianRatio: number, raw: Estimate | null): string {
  if (raw === null) return '';
  const isOpposite = (medianRatio - 1) * (raw.ratio - 1) < 0;
  const chance = chanceText(raw, '; pelas médias, ');
  return chance === '' && isOpposite ? `; pelas médias, ${formatRatio(raw.ratio)}` : chance;
}

/** Who can be compared for the same work, and the difference that remains; null if too few for a headline. */
export function remainderSentence({
  women,
  men,
  adjusted,
  designEffect = independent,
}: Pay): string | null {
  if (adjusted?.compared == null) return null;
  if (!areEnough(Math.min(adjusted.women, adjusted.men), designEffect)) return null;
  const { remainder } = adjusted.compared.matching;
  const shares = `há homens comparáveis para ${formatShare(adjusted.women / women.count)} das mulheres, e mulheres para ${formatShare(adjusted.men / men.count)} dos homens`;
  return `${upperFirst(sameWork)}, ${shares}. Entre as pessoas comparáveis, o salário médio das mulheres é ${ratioText(remainder)} do salário médio dos homens${chanceText(remainder, ': ')}${adjusted.raw === null ? '' : `; ao todo, ${formatRatio(adjusted.raw.ratio)}${chanceText(adjusted.raw, ': ')}`}.`;
}

/** Empty unless the interval of a ratio of means contains equality, or is unknown. */
function chanceText({ ratioInterval: bounds }: Estimate, start: string): string {
  return bounds === null || (bounds.lower <= 1 && bounds.upper >= 1)
    ? `${start}a diferença pode ser acaso`
    : '';
}

/** "97,1 % (95 %: 96,8 % a 97,4 %)"; a dash if suppressed. */
export function ratioText(estimate: Estimate | null): string {
  if (estimate === null) return '—';
  const { ratio, ratioInterval } = estimate;
  if (ratioInterval === null) return formatRatio(ratio);
  const { lower, upper } = ratioInterval;
  return `${formatRatio(ratio)} (95\u00a0%: ${formatRatio(Math.max(0, lower))} a ${formatRatio(upper)})`;
}

/** "−R$ 120,00 (95 %: −R$ 150,00 a −R$ 90,00)"; a dash if suppressed. */
export function differenceText(estimate: Estimate | null): string {
  if (estimate === null) return '—';
  const { difference, interval } = estimate;
  if (interval === null) return formatSignedReais(difference);
  return `${formatSignedReais(difference)} (95\u00a0%: ${formatSignedReais(interval.lower)} a ${formatSignedReais(interval.upper)})`;
}

/** Why a group with ratios has none for the same work. */
export const noSameWorkText =
  'Sem comparação no mesmo trabalho: há poucas pessoas comparáveis, ou o resultado revelaria um grupo pequeno.';

/** Share of each sex that can be compared, "81,0 % das mulheres, 75,2 % dos homens". */
export function comparedText({ women, men }: Pay, adjusted: AdjustedPay): string {
  return `${formatShare(adjusted.women / women.count)} das mulheres, ${formatShare(adjusted.men / men.count)} dos homens`;
}

/** "5 · Trabalhadores dos serviços…": two grandes grupos have the same name. */
export const groupLabel = ({ code, name }: Pick<EqualityRow, 'code' | 'name'>) =>
  code === '' ? 'Todas as ocupações' : `${code} · ${name ?? 'sem nome na CBO'}`;

export interface EqualityFigure {
  /** CBO code of the group; '' for all occupations. */
  readonly code: string;
  /** For example "Mulheres". */
  readonly name: string;
  /** For example "5 · Trabalhadores dos serviços…: Mulheres". */
  readonly label: string;
  readonly text: string;
}

/** Every figure of an answer, the total first, then its groups. */
export const equalityFigures = ({ whole, rows }: EqualityFigures): EqualityFigure[] =>
  [whole, ...rows].flatMap((row) =>
    rowFigures(row).flatMap(([name, text]) =>
      text === null ? [] : [{ code: row.code, name, label: `${groupLabel(row)}: ${name}`, text }],
    ),
  );

/**
 * The counts and medians of two releases that differ. Two means and their counts would reveal the salaries of the few
 * people who entered or left. Earlier receipts lack the intervals of the medians, so these are not compared.
 */
export function movedMedians(stored: EqualityFigures, now: EqualityFigures): ReceiptDifference[] {
  const before = byKey(withoutMeans(stored));
  const after = byKey(withoutMeans(now));
  return [...new Map([...before, ...after])]
    .map(([key, { label }]) => ({
      label,
      stored: before.get(key)?.text ?? '—',
      now: after.get(key)?.text ?? '—',
    }))
    .filter((figure) => figure.stored !== figure.now);
}

const withoutMeans = ({ whole, rows }: EqualityFigures): EqualityFigures => ({
  whole: withoutMean(whole),
  rows: rows.map(withoutMean),
});

const withoutMean = (row: EqualityRow): EqualityRow => ({
  ...row,
  women: { ...row.women, medianInterval: null, mean: null },
  men: { ...row.men, medianInterval: null, mean: null },
  meanRatio: null,
  adjusted: null,
});

/**
 * The figures of both answers that differ. One that only one of them shows is suppressed in the other, by another rule:
 * both together would reveal what each hides.
 */
export function differingFigures(
  stored: EqualityFigures,
  now: EqualityFigures,
): ReceiptDifference[] {
  const after = byKey(now);
  return [...byKey(stored)].flatMap(([key, { label, text }]) => {
    const other = after.get(key);
    return other === undefined || other.text === text
      ? []
      : [{ label, stored: text, now: other.text }];
  });
}

const byKey = (figures: EqualityFigures) =>
  new Map(equalityFigures(figures).map((figure) => [`${figure.code} ${figure.name}`, figure]));

function rowFigures(row: EqualityRow): [name: string, text: string | null][] {
  const { women, men, medianRatio, meanRatio, adjusted } = row;
  return [
    ['Mulheres', formatCount(women.count)],
    ['Homens', formatCount(men.count)],
    ['Por que não há comparação', refusalText(row)],
    ['Mediana das mulheres', maybe(women.median, formatReais)],
    ['Mediana das mulheres (95\u00a0%)', maybe(women.medianInterval ?? null, boundsText)],
    ['Mediana dos homens', maybe(men.median, formatReais)],
    ['Mediana dos homens (95\u00a0%)', maybe(men.medianInterval ?? null, boundsText)],
    ['Razão das medianas', maybe(medianRatio, formatRatio)],
    ['Média das mulheres', maybe(women.mean, formatReais)],
    ['Média dos homens', maybe(men.mean, formatReais)],
    ['Razão das médias', maybe(meanRatio, formatRatio)],
    ...(adjusted === null ? [] : adjustedFigures(adjusted)),
  ];
}

function adjustedFigures({
  raw,
  women,
  men,
  cells,
  compared,
}: NonNullable<EqualityRow['adjusted']>): [name: string, text: string | null][] {
  return [
    ['Diferença das médias', maybe(raw, differenceText)],
    ['Mulheres comparadas', formatCount(women)],
    ['Homens comparados', formatCount(men)],
    ['Células comparadas', formatCount(cells)],
    ...(compared === null ? [] : comparedFigures(compared)),
  ];
}

function comparedFigures({
  outsideWomen,
  outsideMen,
  matching,
  decomposition,
}: NonNullable<AdjustedPay['compared']>): [name: string, text: string][] {
  const methods = [
    ['Ñopo', matching],
    ['Kitagawa–Oaxaca–Blinder', decomposition],
  ] as const;
  return [
    ['Mulheres sem par', formatSignedReais(outsideWomen)],
    ['Homens sem par', formatSignedReais(outsideMen)],
    ...methods.flatMap(([method, { composition, remainder }]): [string, string][] => [
      [`Resta no mesmo trabalho (${method})`, differenceText(remainder)],
      [`Mulheres / homens no mesmo trabalho (${method})`, ratioText(remainder)],
      [`Composição dos comparados (${method})`, formatSignedReais(composition)],
    ]),
  ];
}

const boundsText = ({ lower, upper }: Bounds) => `${formatReais(lower)} a ${formatReais(upper)}`;

const maybe = <Value>(value: Value | null, format: (value: Value) => string) =>
  value === null ? null : format(value);

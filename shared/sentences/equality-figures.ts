import type { EqualityFigures, EqualityRow } from '../contracts/equality.ts';
import { formatCount, formatReais, formatRatio } from '../words/format.ts';
import { differenceText, ratioText, signedReais, withheldText } from './equality-sentences.ts';

/** "5 · Trabalhadores dos serviços…": two grandes grupos have the same name. */
export const groupLabel = ({ code, name }: Pick<EqualityRow, 'code' | 'name'>) =>
  code === '' ? 'Todas as ocupações' : `${code} · ${name ?? 'sem nome na CBO'}`;

/** A figure of a group, in words. */
export interface EqualityFigure {
  /** CBO code of the group; '' for all occupations. */
  readonly code: string;
  /** For example "Mulheres". */
  readonly name: string;
  /** For example "5 · Trabalhadores dos serviços…: Mulheres". */
  readonly label: string;
  readonly text: string;
}

/** A figure with two different values. */
export interface MovedFigure {
  readonly label: string;
  readonly kept: string;
  readonly now: string;
}

/** Every figure of an answer, the total first, then its groups. */
export const equalityFigures = ({ whole, rows }: EqualityFigures): EqualityFigure[] =>
  [whole, ...rows].flatMap((row) =>
    rowFigures(row).flatMap(([name, text]) =>
      text === null ? [] : [{ code: row.code, name, label: `${groupLabel(row)}: ${name}`, text }],
    ),
  );

/** The figures that differ between two answers, or are missing in one of them. */
export function movedFigures(kept: EqualityFigures, now: EqualityFigures): MovedFigure[] {
  const before = byKey(kept);
  const after = byKey(now);
  return [...new Map([...before, ...after]).entries()]
    .map(([key, { label }]) => ({
      label,
      kept: before.get(key)?.text ?? '—',
      now: after.get(key)?.text ?? '—',
    }))
    .filter((figure) => figure.kept !== figure.now);
}

const byKey = (figures: EqualityFigures) =>
  new Map(equalityFigures(figures).map((figure) => [`${figure.code} ${figure.name}`, figure]));

function rowFigures(row: EqualityRow): [name: string, text: string | null][] {
  const { women, men, medianRatio, meanRatio, adjusted } = row;
  return [
    ['Mulheres', formatCount(women.count)],
    ['Homens', formatCount(men.count)],
    ['Por que não há comparação', withheldText(row)],
    ['Mediana das mulheres', maybe(women.median, formatReais)],
    ['Mediana dos homens', maybe(men.median, formatReais)],
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
}: NonNullable<NonNullable<EqualityRow['adjusted']>['compared']>): [
  name: string,
  text: string | null,
][] {
  const methods = [
    ['Ñopo', matching],
    ['Kitagawa–Oaxaca–Blinder', decomposition],
  ] as const;
  return [
    ['Mulheres sem par', maybe(outsideWomen, signedReais)],
    ['Homens sem par', maybe(outsideMen, signedReais)],
    ...methods.flatMap(([method, { composition, remainder }]): [string, string | null][] => [
      [
        `Resta no mesmo trabalho (${method})`,
        remainder.difference === null ? null : differenceText(remainder),
      ],
      [`Mulheres / homens no mesmo trabalho (${method})`, ratioText(remainder)],
      [`Composição dos comparados (${method})`, maybe(composition, signedReais)],
    ]),
  ];
}

const maybe = <Value>(value: Value | null, format: (value: Value) => string) =>
  value === null ? null : format(value);

import type { Completeness } from '../contracts/completeness.ts';
import { isIncomplete } from '../statistics/completeness.ts';
import { minForConfidence } from '../statistics/design-effect.ts';
import { areEnough } from '../statistics/interval-difference.ts';
import { heapText } from '../statistics/heaping.ts';
import { blocksText } from '../statistics/quality.ts';
import type { MedianDifference } from '../statistics/selection-comparison.ts';
import {
  formatDecimal,
  formatReais,
  formatSigned,
  formatRecords,
  formatList,
  upperFirst,
} from '../words/format.ts';
import { placeText } from '../filters/place.ts';
import type { QueryNames } from '../filters/filter.ts';
import { filterTexts, setFilters, subjectText } from './query-text.ts';
import type { SearchFilters } from '../contracts/search.ts';

/** "Enfermeiro · AC" of "223505 - Enfermeiro · AC". */
export const withoutCodes = (name: string) => name.replaceAll(/\b\d{6} - /g, '');

/** The verdict of a comparison: which median is larger, by how much, and which cannot be distinguished. */
export interface ComparisonVerdict {
  /** The first sentence. If any selection can be compared, it names the one that the others are compared with. */
  readonly lead: string;
  readonly rest: readonly string[];
}

export interface JudgedSelection {
  readonly name: string;
  readonly count: number;
  readonly completeness: Completeness;
  /** Number of its records that carry the information of one independent record. */
  readonly designEffect: number;
  /** Compared with the first selection. */
  readonly difference: MedianDifference | null;
}

/** "11,9 %" of 11.88, and "menos de 0,1 %" of 0.04. */
const percentText = (percent: number) =>
  percent !== 0 && Math.abs(percent) < 0.05
    ? 'menos de 0,1\u00a0%'
    : `${formatDecimal(Math.round(Math.abs(percent) * 10) / 10)}\u00a0%`;

/** "+11,9 %", or "menos de 0,1 %" without a sign. */
export const signedPercentText = (percent: number) =>
  Math.abs(percent) < 0.05 ? percentText(percent) : formatSigned(percent, percentText);

const isThin = ({ count, designEffect }: JudgedSelection) => !areEnough(count, designEffect);

/**
 * Compares each selection with the first. Null for fewer than two, or if any has incomplete data. A selection with
 * fewer than 30 effective records is only named as small.
 */
export function comparisonVerdict([
  base,
  ...others
]: readonly JudgedSelection[]): ComparisonVerdict | null {
  if (base === undefined || others.length === 0) return null;
  if ([base, ...others].some(({ completeness }) => isIncomplete(completeness))) return null;
  if (isThin(base)) {
    const rest = others.length === 1 ? 'a outra seleção' : 'as outras seleções';
    return { lead: `${fewTexts([base]).join()} com ${rest}.`, rest: [] };
  }
  const thin = others.filter(isThin);
  const results = others.flatMap((one) =>
    isThin(one) || one.difference === null ? [] : [{ name: one.name, difference: one.difference }],
  );
  // A selection with enough records has no difference if it has nearly the same records as others.
  const suppressed = others.filter((one) => !isThin(one) && one.difference === null);
  const same = results.filter(({ difference }) => difference.reais === 0);
  const differing = results.filter(({ difference }) => difference.reais !== 0);
  const [highest, ...lower] = differing
    .filter(({ difference }) => difference.isBeyondChance === true)
    .toSorted((one, other) => other.difference.reais - one.difference.reais);
  const doubtful = differing.filter(({ difference }) => difference.isBeyondChance !== true);
  const alike = doubtful.filter(({ difference }) => difference.heaps === undefined);
  const untested = doubtful.filter(({ difference }) => difference.heaps !== undefined);
  const named = highest === undefined ? base.name : null;
  const [lead = '', ...rest] = [
    ...(highest === undefined ? [] : [clause(highest, { base: base.name })]),
    ...(lower.length === 0
      ? []
      : [lower.map((one, index) => clause(one, { isShort: index > 0 })).join('; ')]),
    ...sameText(same, named),
    ...alikeText(alike, same.length === 0 ? named : null),
    ...untestedTexts(untested, same.length === 0 ? named : null),
    ...(suppressed.length === 0
      ? []
      : [
          `${formatList(suppressed.map(({ name }) => name))}: sem comparação, porque os registros são quase os mesmos de outra seleção`,
        ]),
    ...fewTexts(thin),
  ].map((sentence) => `${upperFirst(sentence)}.`);
  return { lead, rest };
}

type NamedDifference = Required<Pick<JudgedSelection, 'name'>> & {
  readonly difference: MedianDifference;
};

/** A clause names the selection that it compares with, unless one before did; a short one has no verb either. */
interface ClauseForm {
  readonly base?: string | null;
  readonly isShort?: boolean;
}

const clause = (
  { name, difference }: NamedDifference,
  { base = null, isShort = false }: ClauseForm,
) =>
  `a${base === null ? '' : ' mediana'} de ${name}${isShort ? ',' : ' é'} ${sizeText(difference)} ${difference.reais < 0 ? 'menor' : 'maior'}${base === null ? '' : ` que a de ${base}`}`;

/** Differences of the records that have no interval: they are stated, and that they may be chance. */
function untestedTexts(untested: readonly NamedDifference[], base: string | null): string[] {
  // Of selections with enough records, only heaps have no interval.
  const byHeaps = Map.groupBy(untested, ({ difference }) => heapText(difference.heaps ?? []));
  return [...byHeaps].map(([heaps, all]) => {
    const clauses = all.map((one, index) =>
      clause(one, { base: one === untested[0] ? base : null, isShort: index > 0 }),
    );
    return `${clauses.join('; ')}, mas pode ser acaso: não há intervalo, porque há ${heaps}`;
  });
}

function sameText(same: readonly NamedDifference[], base: string | null): string[] {
  if (same.length === 0) return [];
  const verb = same.length === 1 ? 'tem' : 'têm';
  const from = base === null ? '' : ` que ${base}`;
  return [`${formatList(same.map(({ name }) => name))} ${verb} a mesma mediana${from}`];
}

function alikeText(alike: readonly NamedDifference[], base: string | null): string[] {
  if (alike.length === 0) return [];
  const verb = alike.length === 1 ? 'não tem' : 'não têm';
  const from = base === null ? '' : ` em relação a ${base}: a diferença observada pode ser acaso`;
  return [`${formatList(alike.map(({ name }) => name))} ${verb} diferença clara${from}`];
}

function sizeText({ reais, percent }: MedianDifference): string {
  const size = formatReais(Math.abs(reais));
  return percent === null ? size : `${size} (${percentText(percent)})`;
}

/** Selections with too few records, or none. */
function fewTexts(thin: readonly JudgedSelection[]): string[] {
  const [none, few] = [
    thin.filter(({ count }) => count === 0),
    thin.filter(({ count }) => count > 0),
  ];
  return [
    ...(few.length === 0
      ? []
      : [
          `${formatList(few.map(fewText))}: ${isOneRecord(few) ? 'pouco' : 'poucos'} para comparar`,
        ]),
    ...none.map(({ name }) => `${name} não tem nenhum registro para comparar`),
  ];
}

const isOneRecord = ([first, ...others]: readonly JudgedSelection[]) =>
  first?.count === 1 && others.length === 0;

function fewText({ name, count, designEffect }: JudgedSelection): string {
  const blocks = count < minForConfidence ? undefined : blocksText(count, designEffect);
  // In brackets, because the colon after it introduces the conclusion.
  const why = blocks === undefined ? '' : ` (${blocks})`;
  return `${name} tem só ${formatRecords(count)}${why}`;
}

/**
 * A name for each selection from the differences between them: "SP" and "RJ" if only the state differs. Numbers
 * distinguish equal selections.
 */
export function selectionNames(selections: readonly SearchFilters[], names: QueryNames): string[] {
  const parts = selections.map((filters) => partsOf(filters, names));
  const differing = differingKeys(selections, parts);
  const texts = parts.map((part) => {
    const values = differing.map((key) => part.get(key)).filter((text) => text !== undefined);
    return values.length > 0
      ? values.join(' · ')
      : [part.get('subject'), part.get('place')].join(' · ');
  });
  return texts.map((text, index) => {
    const before = texts.slice(0, index).filter((other) => other === text).length;
    return before === 0 ? text : `${text} (${before + 1})`;
  });
}

function differingKeys(
  selections: readonly SearchFilters[],
  parts: readonly ReadonlyMap<string, string>[],
): string[] {
  const keys = [...new Set(parts.flatMap((part) => [...part.keys()]))];
  const valuesOf = (key: string) =>
    selections.map((filters, index) => codesOf[key]?.(filters) ?? parts[index]?.get(key));
  return keys.filter((key) => new Set(valuesOf(key)).size > 1);
}

/** The codes of the parts whose texts shorten long lists: "6 municípios de SP" may be other six. */
const codesOf: Readonly<Record<string, (filters: SearchFilters) => string>> = {
  subject: ({ searchQuery, cbo, cbos = [], semCbos = [], familiaCbo }) => {
    const occupations = cbo === undefined ? cbos : [cbo, ...cbos];
    return JSON.stringify([searchQuery, familiaCbo, occupations.toSorted(), semCbos.toSorted()]);
  },
  place: ({ regiao, uf, regiaoIbge, municipios = [] }) =>
    JSON.stringify([uf ?? regiao, regiaoIbge, municipios.toSorted()]),
};

/** The parts of a selection, with keys that are the same in every selection. */
function partsOf(filters: SearchFilters, names: QueryNames): Map<string, string> {
  const parts = new Map([
    ['subject', subjectText(filters, names)],
    ['place', placeText(filters, names)],
  ]);
  for (const { key, text, part } of setFilters(filters, names)) {
    if (part !== 'profile') continue;
    const name = key.split(' ')[0] ?? key;
    const before = parts.get(name);
    parts.set(name, before === undefined ? text : `${before}, ${text}`);
  }
  for (const { name, text } of filterTexts(filters)) parts.set(name, text);
  return parts;
}

import {
  formatCount,
  formatCounted,
  formatMonth,
  formatReais,
  formatShare,
  noBreak,
  formatRecords,
} from '../words/format.ts';
import { monthsBetween } from '../codes/months.ts';
import { incompleteTitle } from './completeness.ts';
import { effectiveCount, minForConfidence, minForStatistics } from './design-effect.ts';
import { heapedAt, heapSentence } from './heaping.ts';
import type { Completeness } from '../contracts/completeness.ts';
import type { Statistics } from '../contracts/search.ts';
import type { Period } from '../filters/data.ts';

/** How reliable figures are: records, width of the median's interval, age of the data, completeness of the files. */
const qualityLabels = {
  alta: 'Alta',
  media: 'Média',
  baixa: 'Baixa',
  insuficiente: 'Insuficiente',
} as const;
export type QualityLevel = keyof typeof qualityLabels;

/** Best first: the worst criterion determines the overall quality. */
const levels = ['alta', 'media', 'baixa', 'insuficiente'] as const satisfies QualityLevel[];

export interface Sample {
  readonly count: number;
  /** Number of records that carry the information of one independent record. */
  readonly designEffect: number;
  /** Reais. */
  readonly median: number | null;
  /** 95 %, reais. */
  readonly medianInterval: Statistics['medianInterval'];
  readonly period: Period | null;
  /** AAAAMM, the last month that a query could have: the last loaded one, or the current one; null while unknown. */
  readonly latestMonth: string | null;
  readonly completeness: Completeness;
}

export interface Quality {
  readonly level: QualityLevel;
  readonly label: string;
  /** One sentence per criterion, in the order records, interval, recency, and files if some are missing. */
  readonly reasons: readonly string[];
}

interface Criterion {
  readonly level: QualityLevel;
  readonly reason: string;
}

const manyRecords = 100;
const narrow = 0.05;
const wide = 0.15;
const recentMonths = 3;
const oldMonths = 12;

/**
 * The quality of a sample. Alta: 100 records, an interval within 5 % of the median, three months old at most. Média: 30
 * records, 15 %, a year. Baixa: less than that. Insuficiente: fewer than five records, or a count without statistics.
 * Months without their MOV file limit it to média, and to baixa if they are half or more.
 */
export function qualityOf(sample: Sample): Quality {
  const criteria = [
    recordsCriterion(sample),
    ...(sample.count < minForStatistics || sample.median === null
      ? []
      : [intervalCriterion(sample), recencyCriterion(sample), filesCriterion(sample.completeness)]),
  ].filter((criterion) => criterion !== undefined);
  const level = levels.findLast((one) => criteria.some((criterion) => criterion.level === one));
  return {
    level: level ?? 'insuficiente',
    label: qualityLabels[level ?? 'insuficiente'],
    reasons: criteria.map(({ reason }) => reason),
  };
}

function recordsCriterion({ count, designEffect, median }: Sample): Criterion {
  const records = formatRecords(count);
  const effective = effectiveCount(count, designEffect);
  const blocks = blocksText(count, designEffect);
  const text = blocks === undefined ? records : `${records}; ${blocks}`;
  if (count < minForStatistics) {
    const reason =
      count === 0
        ? 'Não há registros.'
        : `Há só ${records}: com menos de ${minForStatistics}, mostramos só a contagem.`;
    return { level: 'insuficiente', reason };
  }
  if (median === null) {
    return { level: 'insuficiente', reason: `Há ${records}, mas mostramos só a contagem.` };
  }
  if (effective < minForConfidence) {
    const few = blocks === undefined ? `, menos de ${minForConfidence}` : '';
    const reason = `A amostra é pequena: ${text}${few}.`;
    return { level: 'baixa', reason };
  }
  return effective < manyRecords
    ? { level: 'media', reason: `A amostra é razoável: ${text}.` }
    : { level: 'alta', reason: `A amostra é grande: ${text}.` };
}

/** "…, e os registros equivalem a 214 independentes", at least 1; undefined if the records count as independent. */
export function blocksText(count: number, designEffect: number): string | undefined {
  const effective = Math.max(1, Math.floor(effectiveCount(count, designEffect)));
  if (effective >= count) return undefined;
  return `as contratações de uma empresa vêm em bloco, e os registros equivalem a ${formatCount(effective)} ${effective === 1 ? 'independente' : 'independentes'}`;
}

/** Why a count is too small for a comparison: the number of records, or that they come in blocks. */
export function fewText(count: number, designEffect: number): string {
  const blocks = count < minForConfidence ? undefined : blocksText(count, designEffect);
  return blocks === undefined ? 'poucos registros' : `${blocks}, menos de ${minForConfidence}`;
}

function intervalCriterion({ median, medianInterval: interval }: Sample): Criterion {
  if (median === null || median <= 0 || interval === null) {
    return { level: 'baixa', reason: 'Não há registros suficientes para um intervalo da mediana.' };
  }
  const heap = heapedAt({ medianInterval: interval });
  if (heap !== null) {
    return {
      level: 'media',
      reason: heapSentence(heap),
    };
  }
  const relativeWidth = (interval.upper - interval.lower) / median;
  const text = `O intervalo de 95${noBreak}% da mediana, de ${formatReais(interval.lower)} a ${formatReais(interval.upper)}, tem a largura de ${formatShare(relativeWidth)} dela`;
  if (relativeWidth <= narrow) return { level: 'alta', reason: `${text}: é estreito.` };
  return relativeWidth <= wide
    ? { level: 'media', reason: `${text}.` }
    : { level: 'baixa', reason: `${text}: é largo.` };
}

function recencyCriterion({ period, latestMonth: latest }: Sample): Criterion | undefined {
  if (period === null) return undefined;
  const latestMonth = latest ?? period.to;
  // A query may include future months.
  const lastMonth = period.to > latestMonth ? latestMonth : period.to;
  const monthsBehind = monthsBetween(lastMonth, latestMonth);
  const text = `Os dados vão até ${formatMonth(lastMonth)}`;
  if (monthsBehind === 0) return { level: 'alta', reason: `${text}, o último mês.` };
  const age = `há ${formatCounted(monthsBehind, 'mês', 'meses')}`;
  if (monthsBehind <= recentMonths) return { level: 'alta', reason: `${text}, ${age}.` };
  return monthsBehind <= oldMonths
    ? { level: 'media', reason: `${text}, ${age}.` }
    : { level: 'baixa', reason: `${text}, ${age}: são antigos.` };
}

function filesCriterion(completeness: Completeness): Criterion | undefined {
  const title = incompleteTitle(completeness);
  if (title === null) return undefined;
  const { months, withoutMov } = completeness;
  return { level: withoutMov.length * 2 >= months ? 'baixa' : 'media', reason: `${title}.` };
}

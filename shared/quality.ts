import { formatCounted, formatMonth, formatReais, formatShare } from './format.ts';
import { fewestForConfidence, fewestForStatistics } from './sample-size.ts';

/** How far figures can be relied on: how many records, how narrow the median's interval, how recent the data. */
export const qualityLabels = {
  alta: 'Alta',
  media: 'Média',
  baixa: 'Baixa',
  insuficiente: 'Insuficiente',
} as const;
export type QualityLevel = keyof typeof qualityLabels;

/** Best first: the worst of the three criteria is the quality of the whole. */
const levels = ['alta', 'media', 'baixa', 'insuficiente'] as const satisfies QualityLevel[];

export interface Sample {
  readonly count: number;
  /** Reais. */
  readonly median: number | null;
  /** 95 %, reais. */
  readonly medianInterval: { readonly lower: number; readonly upper: number } | null;
  /** AAAAMM, the last month asked for. */
  readonly lastMonth: string | null;
  /** AAAAMM, the last month that could have been asked for: the last one loaded, or today's. */
  readonly latestMonth: string;
}

export interface Quality {
  readonly level: QualityLevel;
  readonly label: string;
  /** A sentence for each criterion, in the order records, interval, recency. */
  readonly reasons: readonly string[];
  /** The interval's width over the median; null where either is missing. */
  readonly relativeWidth: number | null;
  /** From the last month asked for to the latest. */
  readonly monthsBehind: number | null;
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
 * The quality of a sample. Alta: 100 records, an interval within 5 % of the median, three months old at most.
 * Média: 30 records, 15 %, a year. Baixa: less than that. Insuficiente: fewer than five records.
 */
export function qualityOf(sample: Sample): Quality {
  const { latestMonth, median, medianInterval } = sample;
  // A question may ask for months that are yet to come.
  const lastMonth =
    sample.lastMonth !== null && sample.lastMonth > latestMonth ? latestMonth : sample.lastMonth;
  const relativeWidth =
    median === null || median <= 0 || medianInterval === null
      ? null
      : (medianInterval.upper - medianInterval.lower) / median;
  const monthsBehind = lastMonth === null ? null : monthsBetween(lastMonth, latestMonth);
  const criteria = [
    recordsCriterion(sample.count),
    ...(sample.count < fewestForStatistics
      ? []
      : [
          intervalCriterion(medianInterval, relativeWidth),
          recencyCriterion(lastMonth, monthsBehind),
        ]),
  ].filter((criterion) => criterion !== undefined);
  const level = levels.findLast((one) => criteria.some((criterion) => criterion.level === one));
  return {
    level: level ?? 'insuficiente',
    label: qualityLabels[level ?? 'insuficiente'],
    reasons: criteria.map(({ reason }) => reason),
    relativeWidth,
    monthsBehind,
  };
}

function recordsCriterion(count: number): Criterion {
  const records = formatCounted(count, 'registro', 'registros');
  if (count < fewestForStatistics) {
    const reason = `${count === 0 ? 'Não há registros' : `Há só ${records}`}: abaixo de ${fewestForStatistics} não há estatística.`;
    return { level: 'insuficiente', reason };
  }
  if (count < fewestForConfidence) {
    const reason = `A amostra é pequena: ${records}, menos de ${fewestForConfidence}.`;
    return { level: 'baixa', reason };
  }
  return count < manyRecords
    ? { level: 'media', reason: `A amostra é razoável: ${records}.` }
    : { level: 'alta', reason: `A amostra é grande: ${records}.` };
}

function intervalCriterion(
  interval: Sample['medianInterval'],
  relativeWidth: number | null,
): Criterion {
  if (interval === null || relativeWidth === null) {
    return { level: 'baixa', reason: 'Não há registros bastantes para um intervalo da mediana.' };
  }
  const told = `O intervalo de 95${noBreak}% da mediana, de ${formatReais(interval.lower)} a ${formatReais(interval.upper)}, tem a largura de ${formatShare(relativeWidth)} dela`;
  if (relativeWidth <= narrow) return { level: 'alta', reason: `${told}: é estreito.` };
  return relativeWidth <= wide
    ? { level: 'media', reason: `${told}.` }
    : { level: 'baixa', reason: `${told}: é largo.` };
}

const noBreak = '\u00a0';

function recencyCriterion(
  lastMonth: string | null,
  monthsBehind: number | null,
): Criterion | undefined {
  if (lastMonth === null || monthsBehind === null) return undefined;
  const told = `Os dados vão até ${formatMonth(lastMonth)}`;
  if (monthsBehind === 0) return { level: 'alta', reason: `${told}, o último mês.` };
  const age = `há ${formatCounted(monthsBehind, 'mês', 'meses')}`;
  if (monthsBehind <= recentMonths) return { level: 'alta', reason: `${told}, ${age}.` };
  return monthsBehind <= oldMonths
    ? { level: 'media', reason: `${told}, ${age}.` }
    : { level: 'baixa', reason: `${told}, ${age}: são antigos.` };
}

/** Months from one AAAAMM to another; negative when the second is earlier. */
export function monthsBetween(from: string, to: string): number {
  return monthNumber(to) - monthNumber(from);
}

const monthNumber = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(4));

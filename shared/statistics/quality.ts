import { formatCounted, formatMonth, formatReais, formatShare } from '../words/format.ts';
import { fewestForConfidence, fewestForStatistics } from './sample-size.ts';
import type { SearchAnswer } from '../contracts/search.ts';

/**
 * How far figures can be relied on: how many records, how narrow the median's interval, how recent the data, and
 * whether the files of its months are there.
 */
export const qualityLabels = {
  alta: 'Alta',
  media: 'Média',
  baixa: 'Baixa',
  insuficiente: 'Insuficiente',
} as const;
export type QualityLevel = keyof typeof qualityLabels;

/** Best first: the worst of the criteria is the quality of the whole. */
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
  /** How many of the months asked for lack their MOV file. */
  readonly lacking: { readonly months: number; readonly of: number };
}

/** What of the loaded data says how far an answer can be relied on. */
export interface LoadedMonths {
  /** AAAAMM, the last month loaded; null while it is not known. */
  readonly latestMonth: string | null;
  /** Months (AAAAMM) whose MOV file is loaded; null while they are not known. */
  readonly declaredMonths: readonly string[] | null;
}

export interface Quality {
  readonly level: QualityLevel;
  readonly label: string;
  /** A sentence for each criterion, in the order records, interval, recency, and files where some lack. */
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

/** The quality of an answer, on the data that it was asked of. */
export function qualityOfAnswer(
  { statistics, method: { period } }: Pick<SearchAnswer, 'statistics' | 'method'>,
  loaded: LoadedMonths,
): Quality {
  const { count, median, medianInterval } = statistics;
  return qualityOf({
    count,
    median,
    medianInterval,
    lastMonth: period?.to ?? null,
    latestMonth: loaded.latestMonth ?? period?.to ?? '',
    lacking: lackingMonthsOf(period, loaded),
  });
}

/** How many months of a period, up to the last one loaded, lack their MOV file. */
export function lackingMonthsOf(
  period: SearchAnswer['method']['period'],
  { latestMonth, declaredMonths }: LoadedMonths,
): Sample['lacking'] {
  if (period === null || latestMonth === null || declaredMonths === null) {
    return { months: 0, of: 0 };
  }
  const to = period.to < latestMonth ? period.to : latestMonth;
  const of = Math.max(0, monthsBetween(period.from, to) + 1);
  const declared = declaredMonths.filter((month) => month >= period.from && month <= to);
  return { months: of - declared.length, of };
}

/** "Falta o arquivo MOV de 2 dos 12 meses: ..."; undefined where none lacks. */
export function lackingMonthsText({ months, of }: Sample['lacking']): string | undefined {
  if (months === 0) return undefined;
  const which =
    of === 1 ? 'do mês' : months === of ? 'dos meses do período' : `de ${months} dos ${of} meses`;
  return `Falta o arquivo MOV ${which}: a maior parte das movimentações não está aqui, no máximo as declaradas fora do prazo.`;
}

/**
 * The quality of a sample. Alta: 100 records, an interval within 5 % of the median, three months old at most.
 * Média: 30 records, 15 %, a year. Baixa: less than that. Insuficiente: fewer than five records. Months that lack
 * their MOV file make it média at best, and half of them or more baixa.
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
          filesCriterion(sample.lacking),
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

function filesCriterion(lacking: Sample['lacking']): Criterion | undefined {
  const reason = lackingMonthsText(lacking);
  if (reason === undefined) return undefined;
  return { level: lacking.months * 2 >= lacking.of ? 'baixa' : 'media', reason };
}

/** Months from one AAAAMM to another; negative when the second is earlier. */
export function monthsBetween(from: string, to: string): number {
  return monthNumber(to) - monthNumber(from);
}

const monthNumber = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(4));

import type { Bounds } from '../contracts/equality.ts';
import type { AnswerHistogram, Statistics } from '../contracts/search.ts';
import { formatReais, noBreak, formatList } from '../words/format.ts';
import {
  countWithin,
  percentile,
  type RankedDistribution,
  type ExactDistribution,
} from './percentile.ts';
import { minForConfidence } from './design-effect.ts';
import { defined } from '../codes/defined.ts';

/**
 * Salaries heap at round amounts and at floors. If an interval is narrower than the spacing of the salaries, so many
 * records share one salary that the interval does not measure chance: the heap is named instead.
 */

/**
 * The spacing of the salaries in the central half, in centavos: its width divided by its effective number of distinct
 * salaries, (Σn)² / Σn² (H. Herfindahl and E. Simpson). For ten equal heaps R$ 100 apart it is R$ 90.
 */
function spacing(distribution: RankedDistribution): number {
  const [from, to] = [percentile(distribution, 2500), percentile(distribution, 7500)];
  if (from === null || to === null) return 0;
  let [records, squares] = [0, 0];
  for (let index = 0; index < distribution.centavos.length; index++) {
    const salary = defined(distribution.centavos[index]);
    if (salary < from || salary > to) continue;
    const count = defined(distribution.counts[index]);
    records += count;
    squares += count * count;
  }
  return records === 0 ? 0 : ((to - from) * squares) / (records * records);
}

/** The salary in centavos of at least half of the records in an interval of centavos; null if no salary has that many. */
function commonestWithin(
  distribution: RankedDistribution,
  { lower, upper }: Bounds,
): number | null {
  const within = countWithin(distribution, lower, upper);
  for (let index = 0; index < distribution.centavos.length; index++) {
    const salary = defined(distribution.centavos[index]);
    if (salary < lower || salary > upper) continue;
    if (defined(distribution.counts[index]) * 2 >= within) return salary;
  }
  return null;
}

/** The salary in centavos that fills the interval of a median; null if the interval measures chance. */
function heapWithin(distribution: RankedDistribution, interval: Bounds): number | null {
  if (interval.lower === interval.upper) return interval.lower;
  return interval.upper - interval.lower < spacing(distribution)
    ? commonestWithin(distribution, interval)
    : null;
}

/** The interval of a median, from centavos to reais, with the salary that fills it if the distribution is known. */
export function medianIntervalInReais(
  distribution: RankedDistribution | undefined,
  interval: Bounds | null,
): Statistics['medianInterval'] {
  if (interval === null) return null;
  const heap = distribution === undefined ? null : heapWithin(distribution, interval);
  return {
    lower: interval.lower / 100,
    upper: interval.upper / 100,
    ...(heap !== null && { heap: heap / 100 }),
  };
}

/**
 * The salaries in centavos that fill the middle of one distribution, or of two with compared medians, if the interval
 * of the difference is narrower than the larger of their spacings.
 */
export function heapsOfDifference(
  distributions: readonly RankedDistribution[],
  interval: Bounds,
): number[] {
  if (interval.upper - interval.lower >= Math.max(...distributions.map(spacing))) return [];
  return distributions.flatMap((distribution) => {
    const median = percentile(distribution, 5000);
    if (median === null) return [];
    return commonestWithin(distribution, { lower: median, upper: median }) ?? [];
  });
}

/** The salary in reais that fills the interval of a median; null where there is none. */
export function heapedAt({ medianInterval }: Pick<Statistics, 'medianInterval'>): number | null {
  if (medianInterval === null) return null;
  const { lower, upper, heap } = medianInterval;
  return heap ?? (lower === upper ? lower : null);
}

/** The salaries in reais that fill the intervals of compared medians: with any, their difference has no interval. */
export const heapsOfMedians = (...medians: Parameters<typeof heapedAt>[0][]): number[] =>
  medians.flatMap((median) => heapedAt(median) ?? []);

/** "muitos salários iguais a R$ 1.518,00", or to two amounts. */
export function heapText(reais: readonly number[]): string {
  const amounts = [...new Set(reais)].toSorted((a, b) => a - b).map(formatReais);
  return `muitos salários iguais a ${formatList(amounts)}`;
}

/** Why the interval of a median does not measure chance: the salary in reais that fills it. */
export const heapSentence = (reais: number): string =>
  `O intervalo de 95${noBreak}% da mediana é pouco informativo: há ${heapText([reais])}.`;

/** The sentence for these statistics, as a list; empty if the interval measures chance or is missing. */
export function heapNotes(statistics: Pick<Statistics, 'medianInterval'>): string[] {
  const heap = heapedAt(statistics);
  return heap === null ? [] : [heapSentence(heap)];
}

/** A single salary with an unusual share of the records: usually a floor. */
export type Spike = AnswerHistogram['spikes'][number];

const maxSpikes = 5;
const minShare = 0.02;
/** Minimum ratio to the number of records per salary in an even spread. */
const minExcess = 5;

/**
 * The salaries that stand out, most records first: each at least 2 % of the records and five times its share in an even
 * spread over the distinct salaries. Empty below 30 records, where chance alone produces some.
 */
export function spikesOf(
  { centavos, counts }: ExactDistribution,
  minimumWageCentavos: number | null,
): Spike[] {
  let [all, distinct] = [0, 0];
  for (let index = 0; index < counts.length; index++) {
    const count = defined(counts[index]);
    all += count;
    if (count > 0) distinct += 1;
  }
  if (all < minForConfidence) return [];
  const standsOut = (count: number) =>
    count >= minShare * all && count * distinct >= minExcess * all;
  const found: { readonly amount: number; readonly count: number }[] = [];
  for (let index = 0; index < counts.length; index++) {
    const count = defined(counts[index]);
    if (standsOut(count)) found.push({ amount: defined(centavos[index]), count });
  }
  return found
    .toSorted((a, b) => b.count - a.count || a.amount - b.amount)
    .slice(0, maxSpikes)
    .map(({ count, amount }) => ({
      centavos: amount,
      count,
      share: count / all,
      isMinimumWage: amount === minimumWageCentavos,
    }));
}

import type { AnswerHead, AnswerHistogram } from '../../../shared/contracts/search.ts';
import type { Histogram } from '../../../shared/statistics/histogram.ts';

/** What the chart of a distribution shows; money in centavos. */
export interface DrawnDistribution {
  readonly count: number;
  readonly p10: number;
  readonly p25: number;
  readonly median: number;
  readonly p75: number;
  readonly p90: number;
  readonly histogram: Histogram;
  readonly spikes: AnswerHistogram['spikes'];
  readonly medianRank: AnswerHistogram['medianRank'];
}

/** Undefined where the answer gives only counts. */
export function maybeDrawn({
  statistics,
  histogram,
}: Pick<AnswerHead, 'statistics' | 'histogram'>): DrawnDistribution | undefined {
  const { count, p10, p25, median, p75, p90 } = statistics;
  const isKnown = p10 !== null && p25 !== null && median !== null && p75 !== null && p90 !== null;
  if (!isKnown || histogram === null) return undefined;
  const { from, width, counts, below, above, spikes, medianRank } = histogram;
  const bins = counts.map((records, index) => ({
    from: from + index * width,
    to: from + (index + 1) * width,
    count: records,
  }));
  return {
    count,
    p10: centavos(p10),
    p25: centavos(p25),
    median: centavos(median),
    p75: centavos(p75),
    p90: centavos(p90),
    histogram: { bins, width, below, above },
    spikes,
    medianRank,
  };
}

const centavos = (reais: number) => Math.round(reais * 100);

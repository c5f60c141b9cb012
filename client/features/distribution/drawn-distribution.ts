import type { AnswerHead } from '../../../shared/contracts/search.ts';
import { toCentavos } from '../../../shared/words/format.ts';

/** What the chart of a distribution shows; money in centavos. */
export type DrawnDistribution = NonNullable<ReturnType<typeof maybeDrawn>>;

/** Undefined where the answer gives only counts. */
export function maybeDrawn({
  statistics,
  histogram,
}: Pick<AnswerHead, 'statistics' | 'histogram'>) {
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
    p10: toCentavos(p10),
    p25: toCentavos(p25),
    median: toCentavos(median),
    p75: toCentavos(p75),
    p90: toCentavos(p90),
    histogram: { bins, width, below, above },
    spikes,
    medianRank,
  };
}

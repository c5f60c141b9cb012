import type { AnswerHistogram, Distribution } from '../../../shared/contracts/search.ts';
import { spikesOf } from '../../../shared/statistics/heaping.ts';
import { histogramOf } from '../../../shared/statistics/histogram.ts';
import { percentile, withRanks, rankOf } from '../../../shared/statistics/percentile.ts';

/** The parts of a distribution that its chart shows, for a screen without the whole of it. Null without records. */
export function answerHistogram(
  distribution: Distribution,
  minimumWageCentavos: number | null,
): AnswerHistogram | null {
  const prepared = withRanks(distribution);
  const median = percentile(prepared, 5000);
  if (median === null) return null;
  const { bins, width, below, above } = histogramOf(prepared);
  return {
    from: bins[0]?.from ?? 0,
    width,
    counts: bins.map(({ count }) => count),
    below,
    above,
    spikes: spikesOf(prepared, minimumWageCentavos),
    medianRank: rankOf(prepared, median),
  };
}

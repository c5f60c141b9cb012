import {
  countAtOrBelow,
  countWithin,
  percentile,
  wholePercentile,
  type RankedDistribution,
} from './percentile.ts';

/** Records with a salary of at least `from` and less than `to`, in centavos. */
export type Bin = { from: number; to: number; count: number };

export type Histogram = {
  bins: Bin[];
  /** Centavos that each bin covers. */
  width: number;
  /** Records outside the drawn window: every figure counts them, only the drawing omits them. */
  below: number;
  above: number;
};

const niceSteps = [1, 2, 2.5, 5];
// Salaries are often multiples of 50 reais: narrower bars would draw a comb instead of a shape.
const maxBins = 48;
const minBins = 8;

/**
 * Bins of one round width over the window with nearly all records: P1 to P99 (all of them in small samples), narrowed
 * where a few extremes would compress the rest.
 */
export function histogramOf(distribution: RankedDistribution): Histogram {
  const { low, high } = windowOf(distribution);
  const width = binWidth(distribution, high - low);
  const start = Math.floor(low / width) * width;
  const binCount = Math.floor((high - start) / width) + 1;
  const bins = Array.from({ length: binCount }, (_, index) => {
    const from = start + index * width;
    return { from, to: from + width, count: countWithin(distribution, from, from + width - 1) };
  });
  const end = start + binCount * width;
  return {
    bins,
    width,
    below: countAtOrBelow(distribution, start - 1),
    above: distribution.count - countAtOrBelow(distribution, end - 1),
  };
}

function windowOf(distribution: RankedDistribution): { low: number; high: number } {
  const at = (tenThousandths: number) => percentile(distribution, tenThousandths) ?? 0;
  const { count } = distribution;
  const isSmall = count < 100;
  const [lower, upper] = [at(2500), at(7500)];
  const reach = 8 * Math.max(upper - lower, Math.round(upper / 10));
  return {
    low: Math.max(at(isSmall ? 0 : 100), Math.min(lower - reach, at(1000))),
    high: Math.min(at(isSmall ? wholePercentile : 9900), Math.max(upper + reach, at(9000))),
  };
}

/** Freedman and Diaconis's width, limited to between about 8 and 48 bins and rounded to a round amount. */
function binWidth(distribution: RankedDistribution, span: number): number {
  if (span === 0) return 10_000;
  const at = (tenThousandths: number) => percentile(distribution, tenThousandths) ?? 0;
  const advised = (2 * (at(7500) - at(2500))) / Math.cbrt(distribution.count);
  const width = Math.min(Math.max(advised, span / maxBins), span / minBins);
  return roundWidth(width);
}

/** The nearest, by ratio, of 1, 2, 2.5, 5, 10, 20, … reais to a width in centavos. */
function roundWidth(centavos: number): number {
  const target = Math.max(centavos, 100);
  const power = 10 ** Math.floor(Math.log10(target));
  const ratio = (width: number) => Math.abs(Math.log(width / target));
  return [...niceSteps, 10]
    .map((step) => step * power)
    .reduce((best, width) => (ratio(width) < ratio(best) ? width : best));
}

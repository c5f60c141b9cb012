import type { Distribution, Statistics } from '../../../shared/contracts/search.ts';
import {
  mean,
  medianInterval,
  percentile,
  withRanks,
  standardDeviation,
} from '../../../shared/statistics/percentile.ts';
import { medianIntervalInReais } from '../../../shared/statistics/heaping.ts';
import type { MinRecords } from '../../../shared/statistics/suppression.ts';
import { isPublishable, withoutPay, type Pay } from './suppression/suppressed-answer.ts';
import { toReais } from '../../../shared/words/format.ts';

/** The statistics of a distribution, in reais, by PERCENTIL.INC. The median interval includes the design effect. */
export function statisticsOf(distribution: Distribution, designEffect: number): Statistics {
  const prepared = withRanks(distribution);
  const at = (tenThousandths: number) => toReais(percentile(prepared, tenThousandths));
  return {
    count: prepared.count,
    average: toReais(mean(prepared)),
    median: at(5000),
    min: at(0),
    max: at(10_000),
    p10: at(1000),
    p25: at(2500),
    p75: at(7500),
    p90: at(9000),
    standardDeviation: toReais(standardDeviation(prepared)),
    medianInterval: medianIntervalInReais(prepared, medianInterval(prepared, designEffect)),
  };
}

/** A distribution and its statistics, or the count only with fewer than `minRecords` records. */
export function suppressedPay(
  distribution: Distribution,
  designEffect: number,
  minRecords: MinRecords,
): Pay {
  const statistics = statisticsOf(distribution, designEffect);
  return isPublishable(statistics.count, minRecords)
    ? { statistics, distribution }
    : withoutPay(statistics.count);
}

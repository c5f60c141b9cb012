import { monthsWithMov } from '../../../../shared/statistics/completeness.ts';
import type { TrendPanel } from '../../../../shared/contracts/panels.ts';
import {
  realAmount,
  realMean,
  realPercentile,
  realRecords,
  type PriceFactor,
} from '../../../../shared/statistics/deflation.ts';
import { medianInterval } from '../../../../shared/statistics/percentile.ts';
import { realFactors } from '../../../reference/inpc.ts';
import { designEffectOf } from '../../query/design-effects.ts';
import { trendMonths } from '../../query/panel-queries.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';
import { areComparable, groupFigures, reais } from './figures.ts';
import type { PayGroup, PayGroups } from '../../query/engine/pay-group.ts';

/** Every month of the panel, whatever its records. */
export function trendPanel(query: SalaryQuery, groups: PayGroups): TrendPanel {
  const months = trendMonths(query);
  const isRequested = (month: string) => query.period !== null && month >= query.period.from;
  const figuresFor = groupFigures(query, groups, [new Set(months.filter(isRequested).map(Number))]);
  const withMov = areComparable(query) ? monthsWithMov(query.release.files) : new Set<string>();
  const { realMonth, factors } = realFactors(months);
  const designEffect = designEffectOf(query);
  return {
    designEffect,
    months: months.map((month) => {
      const figures = figuresFor(Number(month));
      const [group, factor] = [groups.get(Number(month)), factors.get(month)];
      const hasReal = figures.suppressed === null && group !== undefined && factor !== undefined;
      const real = hasReal ? realFigures(group, factor, designEffect) : null;
      return {
        month,
        isRequested: isRequested(month),
        isComparable: withMov.has(month),
        ...figures,
        // A suppressed mean is suppressed both in nominal and in real money.
        real: real && { ...real, average: figures.average === null ? null : real.average },
      };
    }),
    realMonth,
  };
}

/** The figures of a month's records in the money of another month, in reais. */
function realFigures(group: PayGroup, factor: PriceFactor, designEffect: number) {
  const records = realRecords(group, factor);
  const [p25, median, p75] = [2500, 5000, 7500].map((at) => realPercentile(records, at));
  const interval = medianInterval(group, designEffect);
  return {
    average: reais(realMean(records)),
    p25: reais(p25),
    median: reais(median),
    p75: reais(p75),
    medianInterval: interval && {
      lower: reais(realAmount(interval.lower, factor)),
      upper: reais(realAmount(interval.upper, factor)),
    },
  };
}

import {
  countAtOrBelow,
  percentile,
  type PreparedDistribution,
} from '../../../../shared/statistics/percentile.ts';

/** Names of the cells that the formulas refer to. */
export interface PercentileNames {
  readonly percentile: string;
  readonly salary: string;
  readonly salaries: string;
  readonly cumulative: string;
  readonly rank: string;
  readonly fraction: string;
  readonly below: string;
  readonly above: string;
  readonly reached: string;
}

export interface LiveCell {
  readonly formula: string;
  /** The result for the current input. */
  readonly result: number;
}

/**
 * PERCENTIL.INC over distinct salaries and their cumulative counts. The rank uses whole-number arithmetic if the
 * percentile is a whole number, so that the result is exact to the centavo: the position is 1 + p·(n − 1)/100, and its
 * fraction is taken before dividing.
 */
export function percentileCells(
  distribution: PreparedDistribution,
  typed: number,
  names: PercentileNames,
): { rank: LiveCell; fraction: LiveCell; below: LiveCell; above: LiveCell; result: LiveCell } {
  const { count } = distribution;
  const steps = typed * (count - 1);
  const rank = Math.floor(steps / 100) + 1;
  const records = `MAX(${names.cumulative})`;
  const at = (wanted: string) =>
    `INDEX(${names.salaries},IFERROR(MATCH(${wanted}-1,${names.cumulative},1),0)+1)`;
  const salaryAt = (wanted: number) => {
    const index = distribution.cumulative.findIndex((upTo) => upTo >= wanted);
    return (distribution.centavos[index] ?? 0) / 100;
  };
  return {
    rank: { formula: `=INT(${names.percentile}*(${records}-1)/100)+1`, result: rank },
    fraction: {
      formula: `=(${names.percentile}*(${records}-1)-100*(${names.rank}-1))/100`,
      result: (steps - 100 * (rank - 1)) / 100,
    },
    below: { formula: `=${at(names.rank)}`, result: salaryAt(rank) },
    above: {
      formula: `=${at(`MIN(${names.rank}+1,${records})`)}`,
      result: salaryAt(Math.min(rank + 1, count)),
    },
    result: {
      formula: `=ROUND(${names.below}+${names.fraction}*(${names.above}-${names.below}),2)`,
      result: (percentile(distribution, typed * 100) ?? 0) / 100,
    },
  };
}

/** The inverse: the number of records with at most a salary (reais), and their share in percent. */
export function salaryCells(
  distribution: PreparedDistribution,
  typed: number,
  names: PercentileNames,
): { reached: LiveCell; result: LiveCell } {
  const reached = countAtOrBelow(distribution, Math.round(typed * 100));
  return {
    reached: {
      formula: `=IFERROR(INDEX(${names.cumulative},MATCH(ROUND(${names.salary},2),${names.salaries},1)),0)`,
      result: reached,
    },
    result: {
      formula: `=100*${names.reached}/MAX(${names.cumulative})`,
      result: (100 * reached) / distribution.count,
    },
  };
}

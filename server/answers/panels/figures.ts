import type { GroupFigures } from '../../../shared/contracts/panels.ts';
import {
  meanOf,
  rankedMedianInterval,
  rankedPercentile,
} from '../../../shared/statistics/percentile.ts';
import { fewestForStatistics } from '../../../shared/statistics/sample-size.ts';
import type { PayGroup } from './pay-group.ts';

type Groups = ReadonlyMap<number, PayGroup>;

/** The records of all groups of a dimension: each record is in one. */
export function recordsOfAll(groups: Groups): number {
  return [...groups.values()].reduce((sum, { count }) => sum + count, 0);
}

/** What a panel tells of a group; `all` is the number of records that its share is of. */
export function figuresOf(group: PayGroup | undefined, all: number): GroupFigures {
  const count = group?.count ?? 0;
  const share = all === 0 ? 0 : count / all;
  if (group === undefined || count < fewestForStatistics) return { count, share, ...untold };
  const at = (tenThousandths: number) => reais(rankedPercentile(group, tenThousandths));
  const interval = rankedMedianInterval(group);
  return {
    count,
    share,
    average: reais(meanOf(group.total, count)),
    p25: at(2500),
    median: at(5000),
    p75: at(7500),
    medianInterval: interval && { lower: interval.lower / 100, upper: interval.upper / 100 },
  };
}

const untold = { average: null, p25: null, median: null, p75: null, medianInterval: null };

const reais = (centavos: number | null) => (centavos === null ? null : centavos / 100);

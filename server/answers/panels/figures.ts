import type { WithheldReason } from '../../../shared/codes/withheld.ts';
import type { GroupFigures } from '../../../shared/contracts/panels.ts';
import {
  meanOf,
  rankedMedianInterval,
  rankedPercentile,
} from '../../../shared/statistics/percentile.ts';
import { withheldCells, type KnownTogether } from '../small-numbers/withheld-cells.ts';
import type { PayGroup } from './pay-group.ts';

type Groups = ReadonlyMap<number, PayGroup>;

/** The records of all groups of a dimension: each record is in one. */
export function recordsOfAll(groups: Groups): number {
  return [...groups.values()].reduce((sum, { count }) => sum + count, 0);
}

/** What a panel tells of each group by its key; `known` are the groups that the answer tells something of together. */
export function tellGroups(
  groups: Groups,
  known: readonly KnownTogether<number>[],
): (key: number) => GroupFigures {
  const all = recordsOfAll(groups);
  const counts = new Map([...groups].map(([key, { count }]) => [key, count]));
  const withheld = withheldCells(counts, known);
  return (key) => figuresOf(groups.get(key), all, withheld.get(key) ?? null);
}

/** What a panel tells of a group; `all` is the number of records that its share is of. */
export function figuresOf(
  group: PayGroup | undefined,
  all: number,
  withheld: WithheldReason | null,
): GroupFigures {
  const count = group?.count ?? 0;
  const share = all === 0 ? 0 : count / all;
  if (group === undefined || count === 0)
    return { count, share, withheld: 'sem_registros', ...untold };
  if (withheld !== null) return { count, share, withheld, ...untold };
  const interval = rankedMedianInterval(group);
  const [p25, median, p75] = [2500, 5000, 7500].map((at) => rankedPercentile(group, at));
  return {
    count,
    share,
    withheld,
    average: reais(meanOf(group.total, count)),
    p25: reais(p25),
    median: reais(median),
    p75: reais(p75),
    medianInterval: interval && { lower: interval.lower / 100, upper: interval.upper / 100 },
  };
}

const untold = { average: null, p25: null, median: null, p75: null, medianInterval: null };

function reais(centavos: number | null | undefined): number {
  if (centavos == null) throw new RangeError('A group with records has every figure.');
  return centavos / 100;
}

import { setImmediate } from 'node:timers/promises';
import { equalitySteps, type SexPay } from '../../../../shared/contracts/equality.ts';
import { GapTally, type AdjustedGap } from '../../../../shared/statistics/adjusted-gap.ts';
import { maybeMean } from '../../../../shared/statistics/pay-ratio.ts';
import type { QueryLimits, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import { cancelTogether } from '../../../platform/warehouse/cancel-together.ts';
import { cellSums } from '../../query/engine/cell-sums.ts';
import { equalityRows, type EqualityAxis, type EqualitySelection } from './equality-selection.ts';
import { noMedian, sexMedians } from './sex-medians.ts';

/** Both sexes of a group and the decomposed difference of their means; money in centavos. */
export interface GroupPay {
  readonly women: SexPay;
  readonly men: SexPay;
  readonly gap: AdjustedGap | null;
}

/** By the code of a group of the CBO ('' for all) or of a race. */
export type EqualityGroups = ReadonlyMap<string, GroupPay>;

/** Counts a selection by all groups of the CBO or by races, each with its exact medians and its cells. */
export async function equalityGroups(
  warehouse: Warehouse,
  selection: EqualitySelection,
  axis: EqualityAxis,
  limits: QueryLimits,
): Promise<EqualityGroups> {
  const [medians, tallies] = await cancelTogether(limits, (limited) =>
    Promise.all([
      sexMedians(warehouse, selection, axis, limited),
      talliesOf(warehouse, selection, axis, limited),
    ]),
  );
  return new Map(
    [...tallies].map(([code, tally]) => {
      const { F = noMedian, M = noMedian } = medians.get(code) ?? {};
      return [
        code,
        {
          women: { count: tally.women.count, ...F, mean: maybeMean(tally.women) },
          men: { count: tally.men.count, ...M, mean: maybeMean(tally.men) },
          gap: tally.gap,
        },
      ];
    }),
  );
}

/** Adds each cell to its occupation and all groups that contain it, or to its race. Cells of a key are consecutive. */
async function talliesOf(
  warehouse: Warehouse,
  selection: EqualitySelection,
  axis: EqualityAxis,
  limits: QueryLimits,
): Promise<ReadonlyMap<string, GapTally>> {
  const tallies = new Map<string, GapTally>();
  const tallyOf = (code: string) => {
    const known = tallies.get(code) ?? new GapTally();
    tallies.set(code, known);
    return known;
  };
  let last: { key: number; ofKey: readonly GapTally[] } | undefined;
  const by = { key: columns[axis], first: 'sex = 3', second: 'sex = 1' };
  for await (const cells of cellSums(warehouse, equalityRows(selection), by, limits)) {
    for (const { key, first: women, second: men } of cells) {
      if (last?.key !== key) last = { key, ofKey: codesOf(key, axis).map(tallyOf) };
      for (const tally of last.ofKey) tally.add({ women, men });
    }
    await setImmediate();
  }
  return tallies;
}

const columns = { occupation: 'cbo', race: 'race' } as const satisfies Record<EqualityAxis, string>;

/** The code of a race, or of an occupation and of all its groups. */
function codesOf(key: number, axis: EqualityAxis): string[] {
  if (axis === 'race') return [String(key)];
  const code = String(key).padStart(6, '0');
  return ['', ...equalitySteps.map((digits) => code.slice(0, digits))];
}

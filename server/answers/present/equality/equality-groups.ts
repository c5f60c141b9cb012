import { setImmediate } from 'node:timers/promises';
import { equalitySteps } from '../../../../shared/contracts/equality.ts';
import { GapTally, type AdjustedGap } from '../../../../shared/statistics/adjusted-gap.ts';
import { maybeMean, type SexPay } from '../../../../shared/statistics/pay-ratio.ts';
import type { QueryLimits, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import { cancelTogether } from '../../../platform/warehouse/cancel-together.ts';
import { sexCells } from './sex-cells.ts';
import type { EqualityAxis, EqualitySelection } from './equality-selection.ts';
import { sexMedians } from './sex-medians.ts';

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
      const { F = null, M = null } = medians.get(code) ?? {};
      return [
        code,
        {
          women: { count: tally.women.count, median: F, mean: maybeMean(tally.women) },
          men: { count: tally.men.count, median: M, mean: maybeMean(tally.men) },
          gap: tally.gap,
        },
      ];
    }),
  );
}

/**
 * Adds each cell to its occupation and to all groups that contain it, or to its race. Cells of one key are consecutive.
 */
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
  let last: { key: string; own: readonly GapTally[] } | undefined;
  for await (const cells of sexCells(warehouse, selection, axis, limits)) {
    for (const cell of cells) {
      if (last?.key !== cell.key) {
        last = { key: cell.key, own: codesOf(cell.key, axis).map(tallyOf) };
      }
      for (const tally of last.own) tally.add(cell);
    }
    await setImmediate();
  }
  return tallies;
}

const codesOf = (key: string, axis: EqualityAxis): string[] =>
  axis === 'race' ? [key] : ['', ...equalitySteps.map((digits) => key.slice(0, digits))];

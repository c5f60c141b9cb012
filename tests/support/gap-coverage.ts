import type { Bounds } from '../../shared/contracts/equality.ts';
import { GapTally } from '../../shared/statistics/adjusted-gap.ts';
import { cellsOf, syntheticMonth } from './synthetic-pay.ts';

/** Number of months in which each 95 % interval contains the planted value. */
export interface Coverage {
  readonly months: number;
  readonly matching: number;
  readonly matchingRatio: number;
  readonly decomposition: number;
  readonly decompositionRatio: number;
}

/** Plants a remainder in separate months and counts how often the intervals contain it. */
export function gapCoverage(
  seed: string,
  plan: { months: number; cells: number; lines: number; remainder: number },
): Coverage {
  const held = { matching: 0, matchingRatio: 0, decomposition: 0, decompositionRatio: 0 };
  for (let month = 0; month < plan.months; month++) {
    const { lines, expected } = syntheticMonth(`${seed} ${plan.remainder} ${month}`, plan);
    const cells = cellsOf(lines);
    const tally = new GapTally();
    for (const cell of cells.values()) tally.add(cell);
    const compared = tally.gap?.compared;
    if (compared == null) throw new Error('The month has no one to compare.');
    const menAsPlanned = (share: (women: number, men: number) => number) =>
      [...cells].reduce((sum, [place, { women, men }]) => {
        const isCompared = women.count > 0 && men.count > 0;
        return isCompared ? sum + share(women.count, men.count) * (expected[place] ?? 0) : sum;
      }, 0);
    const byWomen = menAsPlanned((women) => women / compared.women);
    const byBoth = menAsPlanned(
      (women, men) => women / compared.women / 2 + men / compared.men / 2,
    );
    const { matching, decomposition } = compared;
    const { remainder } = plan;
    held.matching += count(matching.remainder.interval, -remainder * byWomen);
    held.matchingRatio += count(matching.remainder.ratioInterval, 1 - remainder);
    held.decomposition += count(decomposition.remainder.interval, -remainder * byBoth);
    held.decompositionRatio += count(decomposition.remainder.ratioInterval, 1 - remainder);
  }
  return { months: plan.months, ...held };
}

const count = (interval: Bounds | null, truth: number) =>
  interval !== null && interval.lower <= truth && truth <= interval.upper ? 1 : 0;

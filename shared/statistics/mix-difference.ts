import type { Bounds, Estimate } from '../contracts/equality.ts';
import { GapTally, widenedBounds } from './adjusted-gap.ts';
import { minForStatistics } from './design-effect.ts';
import { areBeyondChance, areEnough } from './interval-difference.ts';
import type { SideSums } from './pay-ratio.ts';

/**
 * The difference of two groups' mean salaries, split into pay and mix by E. M. Kitagawa (1955), over the cells of
 * Igualdade (`GapTally`, docs/decisions/0028). Money in centavos; swapped groups give the negative.
 */
export interface MixDifference {
  /** First mean minus second mean: `pay` + `mix`. */
  readonly difference: number;
  readonly differenceMayBeChance: boolean;
  /** What remains between records of the same cell. */
  readonly pay: number;
  /** The rest: another mix of cells, and records whose cell the other group lacks. */
  readonly mix: number;
  /** 95 %, widened by the design effect. */
  readonly payInterval: Bounds;
  readonly mayBeChance: boolean;
  /** First over second, with the same mix. */
  readonly payRatio: number;
  readonly payRatioInterval: Bounds;
  /** Share of both groups' records in cells that both have, 0 to 1. */
  readonly matched: number;
  readonly cells: number;
}

/** Takes cells one by one and stores none of them. */
export class MixTally {
  // The tally of Igualdade treats both sides alike: the first group takes the place of the women.
  readonly #gap = new GapTally();

  add({ first, second }: { readonly first: SideSums; readonly second: SideSums }): void {
    this.#gap.add({ women: first, men: second });
  }

  /** Null unless both groups have 30 effective records in the cells that they share, of which there are five or more. */
  difference(designEffect: number): MixDifference | null {
    const { gap, women, men } = this.#gap;
    const compared = gap?.compared ?? null;
    if (gap === null || compared === null || compared.cells < minForStatistics) return null;
    const counts = [compared.women, compared.men];
    if (!counts.every((count) => areEnough(count, designEffect))) return null;
    const { remainder } = compared.decomposition;
    if (remainder.interval === null || remainder.ratioInterval === null) return null;
    const payInterval = widenedBounds(remainder.interval, designEffect);
    const mayBeChance = ({ difference, interval }: Estimate) =>
      areBeyondChance([
        { reais: difference, interval: interval && widenedBounds(interval, designEffect) },
      ])[0] !== true;
    return {
      difference: gap.raw.difference,
      differenceMayBeChance: mayBeChance(gap.raw),
      pay: remainder.difference,
      mix: gap.raw.difference - remainder.difference,
      payInterval,
      mayBeChance: mayBeChance(remainder),
      payRatio: remainder.ratio,
      payRatioInterval: widenedBounds(remainder.ratioInterval, designEffect),
      matched: (compared.women + compared.men) / (women.count + men.count),
      cells: compared.cells,
    };
  }
}

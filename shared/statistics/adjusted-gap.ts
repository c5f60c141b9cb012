import type { AdjustedPay, Bounds, Estimate } from '../contracts/equality.ts';
import { normalReach95 } from './normal.ts';
import { joinedSums, meanCentavos, noSums, type PayCell, type SideSums } from './pay-ratio.ts';

/**
 * Why women's mean salary differs from men's, from exact cells. All differences are women's minus men's, in centavos.
 *
 * H. Ñopo, "Matching as a Tool to Decompose Wage Gaps", Review of Economics and Statistics 90 (2008), 290–299: records
 * without the other sex in their cell are outside the comparison, and each compared woman is compared with the men of
 * her cell. E. M. Kitagawa (1955), R. Oaxaca and A. Blinder (1973): over the same cells, which are saturated
 * regressors, with the average of both sexes' shares, so that neither sex is the reference of the other.
 *
 * Every mean is rounded to the centavo before subtraction, so that each decomposition adds up to the raw difference.
 * Intervals of 95 % are analytic. The raw one is Welch's with the normal quantile. Those of the remainder take the
 * cells and their members as given. The variance within a cell combines its own squares with the sex's mean squared
 * deviation relative to the cell's mean, weighted as one additional salary, so that a cell with one salary has a
 * variance too. Ratios use the delta method.
 */
export interface AdjustedGap {
  /** All records, comparable or not. */
  readonly raw: Estimate;
  /** Null if no cell has both sexes. */
  readonly compared: ComparedGap | null;
}

/**
 * The contract's comparison in centavos: the parts of the raw difference due to women, and to men, without a match of the
 * other sex; and for compared records, the part that their cells explain, and what remains within a cell. Intervals are
 * null if the variance is unknown.
 */
export type ComparedGap = Pick<AdjustedPay, 'cells' | 'women' | 'men'> &
  NonNullable<AdjustedPay['compared']>;

/** The weight of the sex's other cells in a cell's variance, in salaries. */
const borrowed = 1;

/** Takes cells one by one, in any order, and stores none of them. */
export class GapTally {
  #women: SideSums = noSums;
  #men: SideSums = noSums;
  #comparedWomen = noSums;
  #comparedMen = noSums;
  #cells = 0;
  /** Sums over compared women of the mean of their cell's men, and vice versa. */
  #menAsWomen = 0;
  #womenAsMen = 0;
  readonly #womensVariance = new MeanVariance();
  readonly #mensVariance = new MeanVariance();

  add({ women, men }: PayCell): void {
    this.#women = joinedSums(this.#women, women);
    this.#men = joinedSums(this.#men, men);
    this.#womensVariance.addDeviations(women);
    this.#mensVariance.addDeviations(men);
    if (women.count === 0 || men.count === 0) return;
    this.#cells += 1;
    this.#comparedWomen = joinedSums(this.#comparedWomen, women);
    this.#comparedMen = joinedSums(this.#comparedMen, men);
    this.#menAsWomen += (women.count * men.sum) / men.count;
    this.#womenAsMen += (men.count * women.sum) / women.count;
    this.#womensVariance.addCell(women, women.count, men.count);
    this.#mensVariance.addCell(men, women.count, men.count);
  }

  get women(): SideSums {
    return this.#women;
  }

  get men(): SideSums {
    return this.#men;
  }

  /** Null if either sex has no records. */
  get gap(): AdjustedGap | null {
    if (this.#women.count === 0 || this.#men.count === 0) return null;
    return { raw: rawGap(this.#women, this.#men), compared: this.#compared() };
  }

  #compared(): ComparedGap | null {
    const [women, men] = [this.#comparedWomen, this.#comparedMen];
    if (this.#cells === 0) return null;
    const [ownWomen, ownMen] = [meanCentavos(women), meanCentavos(men)];
    const menAsWomen = Math.round(this.#menAsWomen / women.count);
    const womenAsMen = Math.round(this.#womenAsMen / men.count);
    const compared = ownWomen - ownMen;
    const symmetric = halved(ownWomen - menAsWomen + (womenAsMen - ownMen));
    const byWomen = { women: 1 / women.count, men: 0 };
    const byBoth = { women: 1 / (2 * women.count), men: 1 / (2 * men.count) };
    const meanOf = { women: women.sum / women.count, men: men.sum / men.count };
    return {
      cells: this.#cells,
      women: women.count,
      men: men.count,
      outsideWomen: meanCentavos(this.#women) - ownWomen,
      outsideMen: ownMen - meanCentavos(this.#men),
      matching: {
        composition: menAsWomen - ownMen,
        remainder: this.#estimate(ownWomen - menAsWomen, byWomen, [
          meanOf.women,
          this.#menAsWomen / women.count,
        ]),
      },
      decomposition: {
        composition: compared - symmetric,
        remainder: this.#estimate(symmetric, byBoth, [
          (meanOf.women + this.#womenAsMen / men.count) / 2,
          (this.#menAsWomen / women.count + meanOf.men) / 2,
        ]),
      },
    };
  }

  #estimate(difference: number, shares: Shares, [women, men]: readonly [number, number]): Estimate {
    const [ofWomen, ofMen] = [this.#womensVariance, this.#mensVariance];
    // Cells with one salary each give no variance: the other sex's cells then provide it.
    const relative = {
      women: ofWomen.relative ?? ofMen.relative,
      men: ofMen.relative ?? ofWomen.relative,
    };
    if (relative.women === null || relative.men === null)
      return estimate(difference, women, men, null);
    return estimate(difference, women, men, {
      women: ofWomen.variance(shares, relative.women),
      men: ofMen.variance(shares, relative.men),
    });
  }
}

/** The weight of each compared woman and each compared man. */
interface Shares {
  readonly women: number;
  readonly men: number;
}

/** The variance of the means of one sex's cells, before the weights of the cells are known. */
class MeanVariance {
  readonly #own = new WeightedVariance();
  readonly #common = new WeightedVariance();
  #relativeSquares = 0;
  #degreesOfFreedom = 0;

  addDeviations({ count, sum, squares }: SideSums): void {
    if (count < 2) return;
    const mean = sum / count;
    this.#relativeSquares += squares / (mean * mean);
    this.#degreesOfFreedom += count - 1;
  }

  addCell({ count, sum, squares }: SideSums, women: number, men: number): void {
    const mean = sum / count;
    const share = 1 / (count - 1 + borrowed) / count;
    this.#own.add(share * squares, women, men);
    this.#common.add(share * borrowed * mean * mean, women, men);
  }

  /** The mean squared deviation within cells, relative to the squared mean. */
  get relative(): number | null {
    return this.#degreesOfFreedom === 0 ? null : this.#relativeSquares / this.#degreesOfFreedom;
  }

  variance(shares: Shares, relative: number): number {
    return this.#own.of(shares) + relative * this.#common.of(shares);
  }
}

/** Σ (a·women + b·men)² · variance over cells, for any a and b. */
class WeightedVariance {
  #byWomen = 0;
  #byBoth = 0;
  #byMen = 0;

  add(variance: number, women: number, men: number): void {
    this.#byWomen += women * women * variance;
    this.#byBoth += women * men * variance;
    this.#byMen += men * men * variance;
  }

  of({ women, men }: Shares): number {
    return women * women * this.#byWomen + 2 * women * men * this.#byBoth + men * men * this.#byMen;
  }
}

function rawGap(women: SideSums, men: SideSums): Estimate {
  const isReported = women.count > 1 && men.count > 1;
  return estimate(
    meanCentavos(women) - meanCentavos(men),
    women.sum / women.count,
    men.sum / men.count,
    isReported ? { women: varianceOf(women), men: varianceOf(men) } : null,
  );
}

const varianceOf = ({ count, squares }: SideSums) => squares / (count - 1) / count;

function estimate(
  difference: number,
  women: number,
  men: number,
  variances: { readonly women: number; readonly men: number } | null,
): Estimate {
  const ratio = women / men;
  if (variances === null) return { difference, interval: null, ratio, ratioInterval: null };
  const error = Math.sqrt(variances.women + variances.men);
  const ratioError = Math.sqrt(variances.women + ratio * ratio * variances.men) / men;
  return {
    difference,
    interval: around(women - men, error),
    ratio,
    ratioInterval: around(ratio, ratioError),
  };
}

const around = (middle: number, error: number): Bounds => ({
  lower: middle - normalReach95 * error,
  upper: middle + normalReach95 * error,
});

/** An interval of independent records, for records with a design effect. */
export function widenedBounds({ lower, upper }: Bounds, designEffect: number): Bounds {
  const middle = (lower + upper) / 2;
  const reachOfBlocks = ((upper - lower) / 2) * Math.sqrt(designEffect);
  return { lower: middle - reachOfBlocks, upper: middle + reachOfBlocks };
}

/** Half of a whole number, a half centavo away from zero. */
const halved = (centavos: number) => Math.sign(centavos) * Math.round(Math.abs(centavos) / 2);

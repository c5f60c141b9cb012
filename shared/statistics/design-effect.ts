/**
 * Hires of one employer in a month share a pay scale, so they carry less information than independent ones. The design
 * effect is the ratio of two variances of the share of records at or below the median: the actual one to that of
 * independent records. L. Kish, "Survey Sampling" (1965); clusters with replacement as in R's `survey::svymean`. The
 * interval of a median inverts that share's interval: R. S. Woodruff, "Confidence intervals for medians and other
 * position measures", Journal of the American Statistical Association 47 (1952), 635–646.
 */

/** For a family of occupations, or for all. */
export interface DesignEffect {
  /** Four digits of the CBO, or `allOccupations`. */
  readonly family: number;
  readonly records: number;
  readonly blocks: number;
  /** At least 1. */
  readonly effect: number;
}

/** Stands for all occupations; no CBO family has this code. */
export const allOccupations = 0;

/** The design effect of independent records. */
export const independent = 1;

/** With fewer blocks the variance between them is unknown. */
const minBlocks = 30;

/** Sums over blocks of n (records) and c (records at or below the median). */
export interface BlockSums {
  readonly blocks: number;
  readonly records: number;
  readonly below: number;
  readonly recordsSquared: number;
  readonly belowSquared: number;
  readonly products: number;
}

/** The design effect of these blocks, at least 1; null with too few blocks, or where all records are on one side. */
export function blockEffect({
  blocks,
  records,
  below,
  recordsSquared,
  belowSquared,
  products,
}: BlockSums): number | null {
  const share = below / records;
  if (blocks < minBlocks || share >= 1 || share <= 0) return null;
  // Σ (c − share · n)² over blocks, whose mean is zero.
  const between = belowSquared - 2 * share * products + share * share * recordsSquared;
  const variance = (blocks / (blocks - 1)) * (between / (records * records));
  return Math.max(independent, variance / ((share * (1 - share)) / records));
}

/** The equivalent number of independent records. */
export const effectiveCount = (count: number, designEffect: number): number => count / designEffect;

/** With fewer records a statistic would reveal individuals: only the count is given. */
export const minForStatistics = 5;

/** The minimum where race or disability is a filter or a facet: both are sensitive data (LGPD, art. 5, II). */
export const minForSensitive = 30;

/** With fewer records, a sample is labelled small wherever its figures appear. */
export const minForConfidence = 30;

/** A payroll's women's and men's salaries are compared only with at least this many of each. */
export const minForGenderGap = 3;

/** A percentile beyond the quartiles needs at least this many records further out, or carries a note. */
export const minBeyond = 10;

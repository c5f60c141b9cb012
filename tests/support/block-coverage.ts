import { blockEffect, type BlockSums } from '../../shared/statistics/design-effect.ts';
import { medianInterval, percentile, withRanks } from '../../shared/statistics/percentile.ts';
import { normal, seededRandom, type Random } from './random.ts';

/** The structure of hires in a planted month: blocks of one employer, whose records share a part of their salary. */
export interface BlockPlan {
  readonly blocks: number;
  /** Maximum records per block; blocks have 1 to this many. */
  readonly largest: number;
  /** The share of the variance of logarithms that is common to a block, 0 to 1. */
  readonly common: number;
}

export interface BlockCoverage {
  readonly months: number;
  /** Months whose 95 % interval of the median contains the planted one. */
  readonly held: number;
  /** The same for intervals that treat records as independent. */
  readonly heldAsIndependent: number;
  /** Mean design effect. */
  readonly effect: number;
}

/** Centavos. */
const plantedMedian = 200_000;
const spread = 0.3;

/** Plants months of blocks around a known median and counts how often the intervals contain it. */
export function blockCoverage(seed: string, months: number, plan: BlockPlan): BlockCoverage {
  let held = 0;
  let heldAsIndependent = 0;
  let effects = 0;
  for (let month = 0; month < months; month++) {
    const blocks = plantedBlocks(seededRandom(`${seed} ${month}`), plan);
    const counts = new Map<number, number>();
    for (const salary of blocks.flat()) counts.set(salary, (counts.get(salary) ?? 0) + 1);
    const centavos = [...counts.keys()].toSorted((a, b) => a - b);
    const distribution = withRanks({
      centavos,
      counts: centavos.map((salary) => counts.get(salary) ?? 0),
    });
    const effect = blockEffect(sumsOf(blocks, percentile(distribution, 5000) ?? 0)) ?? 1;
    effects += effect;
    const holds = (own: number) => {
      const interval = medianInterval(distribution, own);
      return (
        interval !== null && interval.lower <= plantedMedian && plantedMedian <= interval.upper
      );
    };
    if (holds(effect)) held += 1;
    if (holds(1)) heldAsIndependent += 1;
  }
  return { months, held, heldAsIndependent, effect: effects / months };
}

/** The salaries of each block in centavos. */
export function plantedBlocks(random: Random, { blocks, largest, common }: BlockPlan): number[][] {
  return Array.from({ length: blocks }, () => {
    const records = 1 + Math.floor(random() * largest);
    const shared = normal(random) * Math.sqrt(common);
    return Array.from({ length: records }, () => {
      const own = normal(random) * Math.sqrt(1 - common);
      return Math.round(plantedMedian * Math.exp(spread * (shared + own)));
    });
  });
}

/** The sums over these blocks from which the design effect is computed. */
export function sumsOf(blocks: readonly (readonly number[])[], median: number): BlockSums {
  const pairs = blocks.map((salaries) => ({
    n: salaries.length,
    c: salaries.filter((salary) => salary <= median).length,
  }));
  const sum = (of: (pair: { n: number; c: number }) => number) =>
    pairs.reduce((all, pair) => all + of(pair), 0);
  return {
    blocks: blocks.length,
    records: sum(({ n }) => n),
    below: sum(({ c }) => c),
    recordsSquared: sum(({ n }) => n * n),
    belowSquared: sum(({ c }) => c * c),
    products: sum(({ n, c }) => n * c),
  };
}

import { blockEffect } from '../../shared/statistics/design-effect.ts';
import {
  pairsBeyondChance,
  testPair,
  type MonthPair,
} from '../../shared/statistics/month-changes.ts';
import {
  percentile,
  withRanks,
  type ExactDistribution,
} from '../../shared/statistics/percentile.ts';
import { plantedBlocks, sumsOf, type BlockPlan } from './block-coverage.ts';
import { seededRandom, type Random } from './random.ts';

/** Saved searches of an installation: small and large, hires alone and in blocks, some at round salaries. */
const plans: readonly (BlockPlan & { readonly rounding: number })[] = [
  { blocks: 80, largest: 1, common: 0, rounding: 1 },
  { blocks: 150, largest: 8, common: 0.3, rounding: 5000 },
  { blocks: 300, largest: 3, common: 0.2, rounding: 10_000 },
  { blocks: 120, largest: 20, common: 0.4, rounding: 1 },
  { blocks: 500, largest: 2, common: 0.1, rounding: 20_000 },
];

const roundedTo = (salaries: readonly (readonly number[])[], rounding: number) =>
  salaries.map((own) => own.map((salary) => Math.round(salary / rounding) * rounding));

/** The design effect of a plan, as of a year of months. */
const effects = plans.map((plan) => {
  const many = { ...plan, blocks: plan.blocks * 24 };
  const blocks = roundedTo(plantedBlocks(seededRandom('effect'), many), plan.rounding);
  return blockEffect(sumsOf(blocks, percentile(withRanks(distributionOf(blocks)), 5000) ?? 0)) ?? 1;
});

function distributionOf(blocks: readonly (readonly number[])[]): ExactDistribution {
  const counts = new Map<number, number>();
  for (const salary of blocks.flat()) counts.set(salary, (counts.get(salary) ?? 0) + 1);
  const centavos = [...counts.keys()].toSorted((one, other) => one - other);
  return { centavos, counts: centavos.map((salary) => counts.get(salary) ?? 0) };
}

/** Searches of each plan in one month. */
const searchesOfPlan = 4;

/** Pairs of months; `raised` is the factor of the second month's salaries in the first search of each plan. */
function plantedPairs(seed: string, raised = 1): MonthPair[] {
  const random = seededRandom(seed);
  return plans.flatMap((plan, at) =>
    Array.from({ length: searchesOfPlan }, (_, search) => ({
      before: month(random, plan, 1),
      now: month(random, plan, search === 0 ? raised : 1),
      designEffect: effects[at] ?? 1,
    })),
  );
}

function month(random: Random, plan: (typeof plans)[number], raised: number): ExactDistribution {
  const salaries = plantedBlocks(random, plan).map((own) => own.map((salary) => salary * raised));
  return distributionOf(roundedTo(salaries, plan.rounding));
}

const reportedOf = (pairs: readonly MonthPair[]) =>
  pairsBeyondChance(pairs.map((pair) => testPair(pair, null)));

/** Months in which nothing changed but at least one search is reported. */
export function falseAlerts(seed: string, months: number): number {
  let alerts = 0;
  for (let at = 0; at < months; at++) {
    if (reportedOf(plantedPairs(`${seed} ${at}`)).includes(true)) alerts += 1;
  }
  return alerts;
}

/** Shares over months in which one search of each plan has raised salaries. */
export function plantedChanges(seed: string, months: number, raised: number) {
  let [found, planted, wrong] = [0, 0, 0];
  for (let at = 0; at < months; at++) {
    const reported = reportedOf(plantedPairs(`${seed} ${at}`, raised));
    const right = reported.filter((is, index) => is && index % searchesOfPlan === 0).length;
    const all = reported.filter(Boolean).length;
    planted += plans.length;
    found += right;
    wrong += (all - right) / Math.max(1, all);
  }
  return { recall: found / planted, falseDiscoveries: wrong / months };
}

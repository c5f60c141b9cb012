/**
 * Plants floors in simulated months and counts how many the panel "Pisos e concentrações" finds, and how many of its
 * values were not planted: `npm run bench -- floors [months of each size]`. In small months the rule leaves out floors
 * with too few effective records; the command also prints the share that it does not.
 */
import { floorTrial, reachableRecall } from '../tests/support/planted-floors.ts';

const months = Number(process.argv[2] ?? 200);
const minFound = 0.95;
/** What chance may take where the rule lets no test find 95 %. */
const chance = 0.02;
const maxFalse = 0.05;
let isGood = true;
for (const records of [1000, 2000, 5000, 50_000, 300_000]) {
  for (const largestBlock of [1, 8]) {
    for (const floors of [0, 4]) {
      const plan = { records, floors, largestBlock };
      const length = records < 2000 ? 5 * months : months;
      const trials = await Promise.all(
        Array.from({ length }, (_, at) => floorTrial(`floors ${at}`, plan)),
      );
      const sum = (of: keyof (typeof trials)[number]) =>
        trials.reduce((all, trial) => all + trial[of], 0);
      const recall = floors === 0 ? 1 : sum('found') / sum('planted');
      // The mean share of false values per month, which the rate of false discoveries bounds.
      const wrong =
        trials.reduce(
          (all, { found, discoveries }) => all + (discoveries - found) / Math.max(1, discoveries),
          0,
        ) / length;
      const reachable = floors === 0 ? 1 : reachableRecall(plan);
      isGood &&= recall >= Math.min(minFound, reachable - chance) && wrong <= maxFalse;
      console.log(
        `${records} records, blocks to ${largestBlock}, ${floors} floors: found ${percent(recall)} (the rule allows ${percent(reachable)} on average), false ${percent(wrong)}`,
      );
    }
  }
}
process.exitCode = isGood ? 0 : 1;

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/**
 * Plants floors in simulated months and counts how many the panel "Pisos e concentrações" finds, and how many of its
 * values were not planted: `npm run bench -- floors [months of each size [official file]]`. In small months the rule
 * leaves out floors with too few effective records; the command also prints the share that it does not. With an official
 * file it also prints what it finds in the file, by month.
 */
import { concentrationsOf } from '../shared/statistics/concentrations.ts';
import { formatCentavos } from '../shared/words/format.ts';
import { floorTrial, reachableRecall } from '../tests/support/planted-floors.ts';
import { readRealFile } from '../tests/support/real-months.ts';

const months = Number(process.argv[2] ?? 200);
const fewestFound = 0.95;
/** What chance may take where the rule lets no test find 95 %. */
const chance = 0.02;
const mostFalse = 0.05;
let isGood = true;
for (const records of [1000, 2000, 5000, 50_000, 300_000]) {
  for (const largestBlock of [1, 8]) {
    for (const floors of [0, 4]) {
      const plan = { records, floors, largestBlock };
      const length = records < 2000 ? 5 * months : months;
      const trials = Array.from({ length }, (_, at) => floorTrial(`floors ${at}`, plan));
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
      isGood &&= recall >= Math.min(fewestFound, reachable - chance) && wrong <= mostFalse;
      console.log(
        `${records} records, blocks to ${largestBlock}, ${floors} floors: found ${percent(recall)} (the rule allows ${percent(reachable)} on average), false ${percent(wrong)}`,
      );
    }
  }
}
const [path] = process.argv.slice(3);
if (path !== undefined) await readFloors(path);
process.exitCode = isGood ? 0 : 1;

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

async function readFloors(file: string): Promise<void> {
  const { columns, lines } = await readRealFile(file);
  const [month, balance, salary] = ['competênciamov', 'saldomovimentação', 'salário'].map((name) =>
    columns.indexOf(name),
  );
  const byMonth = Map.groupBy(
    lines.filter((line) => line[balance ?? -1] === '1'),
    (line) => line[month ?? -1] ?? '',
  );
  for (const [name, own] of [...byMonth].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const counts = new Map<number, number>();
    for (const line of own) {
      const centavos = Math.round(Number((line[salary ?? -1] ?? '').replace(',', '.')) * 100);
      if (centavos > 0) counts.set(centavos, (counts.get(centavos) ?? 0) + 1);
    }
    const sorted = [...counts].toSorted(([one], [other]) => one - other);
    const found = concentrationsOf(
      { centavos: sorted.map(([value]) => value), counts: sorted.map(([, count]) => count) },
      { designEffect: 1, fewest: 5, named: new Set() },
    );
    const values = found.map(({ centavos, count }) => `${formatCentavos(centavos)} (${count})`);
    console.log(`${name}, ${own.length} admissions: ${values.join(', ')}`);
  }
}

/**
 * Validates the intervals of medians: how often the 95 % intervals contain the known median of synthetic blocks, and
 * whether R's `survey` computes the same design effects and intervals from the same records.
 *
 *   npm run bench -- intervals [months of each plan] [official files]
 *
 * Without file names, it reads the files next to the project, if there are any.
 */
import { blockCoverage } from '../../tests/support/block-coverage.ts';
import { officialFiles } from '../../tests/support/official-files.ts';
import { recomputedInR } from './recomputed-in-r.ts';

const months = Number(process.argv[2] ?? 2000);
const plans = [
  { blocks: 120, largest: 20, common: 0.6 },
  { blocks: 120, largest: 20, common: 0.1 },
  { blocks: 300, largest: 8, common: 0.3 },
  { blocks: 60, largest: 40, common: 0.4 },
  { blocks: 400, largest: 1, common: 0 },
];
const percent = (part: number) => `${((100 * part) / months).toFixed(1)} %`;

let isGood = true;
for (const plan of plans) {
  const { held, heldAsIndependent, effect } = blockCoverage('bench', months, plan);
  isGood &&= held >= 0.93 * months && held <= 0.97 * months;
  console.log(
    `${plan.blocks} blocks of 1 to ${plan.largest}, ${plan.common * 100} % in common: design effect ${effect.toFixed(2)}, held in ${percent(held)}; as if independent in ${percent(heldAsIndependent)}`,
  );
}

const named = process.argv.slice(3);
const files = named.length > 0 ? named : officialFiles;
const agreement = await recomputedInR(files, 20);
if (agreement === null)
  console.log('R with the package survey is not here: nothing was recomputed.');
else {
  isGood &&= agreement.largest < 1e-6 && agreement.selections > 0;
  console.log(
    `R: ${agreement.families} families and ${agreement.selections} selections, largest relative difference ${agreement.largest.toExponential(1)}`,
  );
}
process.exitCode = isGood ? 0 : 1;

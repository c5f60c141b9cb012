/**
 * Validates the intervals of medians: how often the 95 % intervals contain the known median of synthetic blocks,
 * whether R's `survey` computes the same design effects and intervals from the same records, and a bootstrap by blocks
 * next to the intervals of three occupations.
 *
 *   npm run bench -- intervals [months of each plan] [official files]
 *
 * Without file names, it reads the files next to the project, if there are any.
 */
import { blockCoverage } from '../../tests/support/block-coverage.ts';
import { officialFiles } from '../../tests/support/official-files.ts';
import { bootstrapped } from './block-bootstrap.ts';
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
const between = (interval: { readonly lower: number; readonly upper: number } | null) =>
  interval === null ? 'none' : `${interval.lower.toFixed(2)} to ${interval.upper.toFixed(2)}`;

/** Faxineiro, alimentador de linha de produção and assistente administrativo: among the most common of the country. */
const occupations = ['514320', '784205', '411010'];
const draws = 2000;
const examples = await bootstrapped(files, occupations, draws);
if (examples.length === 0) console.log('No official files are here: nothing was bootstrapped.');
for (const { title, records, designEffect, own, independent, blocks } of examples) {
  console.log(
    `${title}: ${records} records, design effect ${designEffect.toFixed(2)}; interval ${between(own)}, as if independent ${between(independent)}, bootstrap of blocks ${between(blocks)}`,
  );
}
process.exitCode = isGood ? 0 : 1;

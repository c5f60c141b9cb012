/**
 * Validates the adjusted difference between women's and men's pay: how often its 95 % intervals contain a known
 * remainder in synthetic data, and whether an independent recomputation in Python gives the same figures from the same
 * lines.
 *
 *   npm run bench -- pay-gap [months of each remainder]
 */
import { gapCoverage } from '../../tests/support/gap-coverage.ts';
import { recomputedInPython } from './recomputed-in-python.ts';

const months = Number(process.argv[2] ?? 1000);
const minShare = 0.93;
const plans = [
  { cells: 300, lines: 4000 },
  { cells: 1500, lines: 4000 },
];

let isGood = true;
for (const plan of plans) {
  for (const remainder of [0, 0.03, 0.08]) {
    const { months: all, ...held } = gapCoverage('coverage', { months, ...plan, remainder });
    const shares = Object.entries(held).map(([name, count]) => [name, count / all] as const);
    isGood &&= shares.every(([, share]) => share >= minShare);
    const text = shares.map(([name, share]) => `${name} ${(share * 100).toFixed(1)} %`).join(', ');
    console.log(`${plan.cells} cells, ${plan.lines} lines, planted ${remainder * 100} %: ${text}`);
  }
}

const agreement = recomputedInPython(20);
if (agreement === null) console.log('python3 is not here: nothing was recomputed.');
else {
  isGood &&= agreement.disagreements.length === 0;
  console.log(
    `Python: ${agreement.figures} figures of ${agreement.months} months, ${agreement.disagreements.length} beyond 1e-9`,
  );
  for (const text of agreement.disagreements.slice(0, 5)) console.log(text);
}
process.exitCode = isGood ? 0 : 1;

/**
 * Attacks responses over synthetic months by linear programming over all of their numbers. Reports how many groups
 * complementary suppression hides for each group that has too few records.
 *
 *   npm run bench -- disclosure [months] [--requests 60]
 *
 * With `--requests`, the product also answers this number of random requests of Igualdade, and comparisons, over
 * synthetic months in its engine.
 */
import { parseArgs } from 'node:util';
import { attackEstimates } from '../tests/support/disclosure/estimate-attack.ts';
import {
  attackedComparison,
  hostileComparisons,
} from '../tests/support/disclosure/comparison-requests.ts';
import { plantedMonths, plantedProduct } from '../tests/support/disclosure/planted-product.ts';
import { attackEqualityRequests } from '../tests/support/disclosure/equality-requests.ts';
import {
  attackMonths,
  totalsOf,
  type AttackTotals,
} from '../tests/support/disclosure/run-attacks.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { requests: { type: 'string', default: '0' } },
});
const months = Number(positionals[0] ?? 200);
const requests = Number(values.requests);
const totals = attackMonths('bench', months);
let isGood = true;
const printTotals = (
  name: string,
  { responses, recovered, primary, complementary }: AttackTotals,
) => {
  isGood &&= recovered.length === 0;
  const each = (complementary / Math.max(1, primary)).toFixed(2);
  console.log(
    `${name}: ${responses} responses, ${primary} groups with too few records, ${recovered.length} recovered; ${complementary} complementary suppressions, ${each} each`,
  );
  for (const group of recovered.slice(0, 10)) console.log(`  ${group}`);
};
console.log(`${months} planted months`);
printTotals('search', totals.search);
printTotals('comparison', totals.comparison);
printTotals('equality', totals.equality);
printTotals('equality and its races', totals.races);
printTotals('estimates', attackEstimates('bench', months));
if (requests > 0) {
  const product = await plantedProduct('bench');
  const attacked = await attackEqualityRequests(product, 'bench', requests);
  const compared = [];
  for (const month of plantedMonths)
    for (const queries of hostileComparisons)
      compared.push(await attackedComparison(product, month, queries));
  await product.close();
  console.log(
    `${requests} requests of Igualdade and ${compared.length} comparisons to the product`,
  );
  printTotals('comparison', totalsOf(compared));
  printTotals('equality', totalsOf(attacked.map(({ groups }) => groups)));
  printTotals('equality and its races', totalsOf(attacked.map(({ races }) => races)));
}
process.exitCode = isGood ? 0 : 1;

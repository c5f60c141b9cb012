/**
 * Validates the estimates of small municipalities: hides 95 % of the records of large cells (an occupation in a
 * municipality) of synthetic months and compares the product's estimates with the medians of all their records; R
 * recomputes the predictions of 50 models by matrices, and with its package metafor where it is installed.
 *
 *   npm run bench -- towns [cells] [--lines 300000] [--folder months] [--official file]
 *
 * `--folder` names months that `npm run caged -- generate` wrote; without it, twelve months of `--lines` are generated.
 * With `--official` files, all of them loaded, 200 random pairs of a municipality and an occupation must have a figure.
 */
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeSyntheticFiles } from '../../tests/support/synthetic-files.ts';
import { hasR } from '../run-r.ts';
import { answeredQueries } from './answered-queries.ts';
import { hiddenTrials, totalsOf, withInstallation } from './hidden-cells.ts';
import { recomputedInR } from './recomputed-in-r.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    lines: { type: 'string', default: '300000' },
    folder: { type: 'string' },
    official: { type: 'string', multiple: true, default: [] },
  },
});
const cells = Number(positionals[0] ?? 1000);
const months = Array.from({ length: 12 }, (_, at) => `2025${String(at + 1).padStart(2, '0')}`);
const folder = values.folder ?? (await mkdtemp(join(tmpdir(), 'caged-months-')));
if (values.folder === undefined) {
  const linesPerMonth = Number(values.lines);
  await writeSyntheticFiles({ directory: folder, months, linesPerMonth, seed: 'towns' });
}
const files = globSync(join(folder, 'CAGED*.txt')).toSorted();
const plan = { files, cells, minRecords: 150, hidden: 0.95, seed: 'towns' };
const { trials, checked: agreement } = await hiddenTrials(plan, async (installation, drawn) =>
  hasR() ? recomputedInR(installation, drawn, 50) : null,
);
if (values.folder === undefined) await rm(folder, { recursive: true });

const { estimated, compared, directError, estimateError, held } = totalsOf(trials);
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
console.log(
  `${trials.length} cells of ${plan.minRecords} records or more, ${percent(plan.hidden)} hidden; ${estimated} estimated`,
);
console.log(
  `RMSE of log median in ${compared}: small direct median ${directError.toFixed(4)}, estimate ${estimateError.toFixed(4)}, ${percent(1 - estimateError / directError)} less`,
);
console.log(`95 % intervals that hold the full median: ${percent(held)}`);
let isGood = estimateError <= 0.7 * directError && held >= 0.93 && held <= 0.97;
if (agreement === null) console.log('R is not here: nothing was recomputed.');
else {
  const { largest, fromPackage } = agreement;
  isGood &&= agreement.cells > 0 && Math.max(largest, fromPackage ?? 0) < 1e-6;
  console.log(
    `R: ${agreement.cells} cells, largest relative difference ${largest.toExponential(1)}, from metafor ${fromPackage?.toExponential(1) ?? '(not installed)'}`,
  );
}
if (values.official.length > 0) {
  const answered = await withInstallation(values.official, (installation) =>
    answeredQueries(installation, { queries: 200, seed: 'towns' }),
  );
  const { queries, exact, wider, without } = answered;
  isGood &&= without.length === 0;
  console.log(
    `${queries} random queries on official files: ${exact} exact, ${wider} with a wider figure, ${answered.estimated} with an estimate, ${without.length} without any ${without.join(', ')}`,
  );
}
process.exitCode = isGood ? 0 : 1;

/**
 * Compares random queries through the screen's call, the API and the receipt, over synthetic months:
 * `npm run bench -- api-agreement [queries] [lines a month]`. Reports any difference in count, statistics, distribution,
 * hash or receipt.
 */
import { join } from 'node:path';
import { monthsEnding } from '../shared/codes/months.ts';
import { compareReaders } from '../tests/support/api-agreement.ts';
import { Recomputation } from '../tests/support/recompute.ts';
import { openResearch } from '../tests/support/research.ts';
import { writeSyntheticFiles } from '../tests/support/synthetic-files.ts';

const queries = Number(process.argv[2] ?? 200);
const linesPerMonth = Number(process.argv[3] ?? 20_000);

const research = await openResearch({});
const files = await writeSyntheticFiles({
  directory: join(research.installation.folder, 'texts'),
  months: monthsEnding('202610', 6),
  linesPerMonth,
  seed: 'readers',
});
await research.installation.load(...files.map(({ path }) => path));
const recomputation = await Recomputation.over(files);
const run = await compareReaders(research, recomputation, { queries, seed: 'readers' });
console.log(
  `${run.queries} queries, ${run.stated} with figures, ${run.suppressed} with too few records, ${run.disagreements.length} disagreements`,
);
for (const disagreement of run.disagreements.slice(0, 5)) console.dir(disagreement, { depth: 4 });
await research.close();
process.exitCode = run.disagreements.length > 0 ? 1 : 0;

/**
 * Compares random queries, and their panels on request, over the official files and over 14 synthetic months with a
 * recomputation on another engine:
 * `npm run bench -- agreement [queries] [lines a month]`.
 */
import { join } from 'node:path';
import { monthsEnding } from '../shared/codes/months.ts';
import { writeSyntheticFiles } from '../tests/support/synthetic-files.ts';
import { compareAnswers } from '../tests/support/agreement.ts';
import { compareDeferredPanels } from '../tests/support/deferred-agreement.ts';
import { newInstallation, type Installation } from '../tests/support/installation.ts';
import { preparedAnswering } from '../tests/support/prepared-answering.ts';
import { officialFiles, officialTexts } from '../tests/support/official-files.ts';
import { Recomputation, type OfficialText } from '../tests/support/recompute.ts';

const queries = Number(process.argv[2] ?? 500);
const linesPerMonth = Number(process.argv[3] ?? 20_000);

async function compare(
  name: string,
  installation: Installation,
  texts: readonly OfficialText[],
): Promise<number> {
  const recomputation = await Recomputation.over(texts);
  const run = await compareAnswers(installation, recomputation, { queries, seed: name });
  console.log(
    `${name}: ${run.queries} queries, ${run.answered} with records, ${run.groups} groups of panels, ${run.disagreements.length} disagreements`,
  );
  for (const disagreement of run.disagreements.slice(0, 5)) console.dir(disagreement, { depth: 4 });
  const panels = await compareDeferredPanels(await preparedAnswering(installation), recomputation, {
    queries,
    seed: `${name} panels`,
  });
  console.log(
    `${name}, panels on request: ${panels.answered} answered, ${panels.floors} values, ${panels.mixes} ratios of the same mix, ${panels.changes} changes split, ${panels.disagreements.length} disagreements`,
  );
  for (const disagreement of panels.disagreements.slice(0, 5))
    console.dir(disagreement, { depth: 4 });
  return run.disagreements.length + panels.disagreements.length;
}

async function synthetic(): Promise<number> {
  const installation = await newInstallation();
  const plan = { months: monthsEnding('202610', 14), linesPerMonth, seed: 'agreement' };
  const files = await writeSyntheticFiles({
    directory: join(installation.folder, 'texts'),
    ...plan,
  });
  await installation.load(...files.map(({ path }) => path));
  const differences = await compare('synthetic months', installation, files);
  await installation.close();
  return differences;
}

async function official(): Promise<number> {
  if (officialFiles.length === 0) {
    console.log('official files: none at hand');
    return 0;
  }
  const installation = await newInstallation();
  await installation.load(...officialFiles);
  const differences = await compare('official files', installation, await officialTexts());
  await installation.close();
  return differences;
}

process.exitCode = (await official()) + (await synthetic()) > 0 ? 1 : 0;

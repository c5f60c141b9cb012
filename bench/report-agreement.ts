/**
 * Random questions over the official files, each as a PDF and as a workbook that are read back: every figure of the
 * search must stand in both. `npm run bench:report-agreement [questions]`.
 */
import { join } from 'node:path';
import { monthsEnding } from '../server/demonstration/months.ts';
import { writeDemonstrationMonths } from '../server/demonstration/write-demonstration-months.ts';
import { officialFiles, officialTexts } from '../tests/official-files.ts';
import { Recomputation } from '../tests/recompute.ts';
import { compareReports } from '../tests/report-agreement.ts';
import { openResearch } from '../tests/research.ts';

const questions = Number(process.argv[2] ?? 30);
const research = await openResearch({});
try {
  const { installation } = research;
  const isOfficial = officialFiles.length > 0;
  const synthetic = isOfficial
    ? []
    : await writeDemonstrationMonths({
        directory: join(installation.folder, 'texts'),
        months: monthsEnding('202612', 12),
        linesPerMonth: 5_000,
        seed: 'report agreement',
      });
  await installation.load(...(isOfficial ? officialFiles : synthetic.map(({ path }) => path)));
  const texts = isOfficial ? await officialTexts() : synthetic;
  const run = await compareReports(research, await Recomputation.over(texts), {
    questions,
    seed: 'reports',
  });
  console.log(
    `${isOfficial ? 'official files' : 'no official files at hand, a synthetic year'}: ${run.reports} questions, each as PDF and as workbook; ${run.figures} figures looked for in each, ${run.missing.length} missing`,
  );
  for (const missing of run.missing.slice(0, 10)) console.dir(missing, { depth: 4 });
  process.exitCode = run.missing.length > 0 ? 1 : 0;
} finally {
  await research.close();
}

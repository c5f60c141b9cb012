import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { renderCsv } from '../../server/reports/csv/render-csv.ts';
import { renderInThisProcess } from '../../server/reports/render-entry.ts';

/** The CSV's renderer, which also tells the most memory that its process ever had, in kilobytes. */
await renderInThisProcess(async (job) => {
  await renderCsv(job);
  const { maxRSS } = process.resourceUsage();
  await writeFile(join(dirname(job.targetPath), 'peak'), String(maxRSS));
});

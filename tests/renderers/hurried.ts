import { writeFile } from 'node:fs/promises';
import { renderInThisProcess } from '../../server/reports/render-entry.ts';

/** A renderer that needs the first records alone. */
await renderInThisProcess(async ({ records, targetPath }) => {
  let first = 0;
  for await (const chunk of records ?? []) {
    first = chunk.records.length;
    break;
  }
  await writeFile(targetPath, String(first));
});

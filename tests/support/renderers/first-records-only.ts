import { writeFile } from 'node:fs/promises';
import { renderInThisProcess } from '../../../server/research/reports/renderer.ts';

/** A renderer that reads only the first records. */
await renderInThisProcess(async ({ records, targetPath }) => {
  let first = '';
  for await (const chunk of records ?? []) {
    first = Buffer.from(chunk).toString('utf8');
    break;
  }
  await writeFile(targetPath, String(first.split('\r\n').length - 1));
});

import { writeFile } from 'node:fs/promises';
import { renderInThisProcess } from '../../../server/research/reports/renderer.ts';

/** A renderer whose process dies with half a document written, as after a crash or when memory runs out. */
await renderInThisProcess(async ({ targetPath }) => {
  await writeFile(targetPath, 'half');
  process.kill(process.pid, 'SIGKILL');
});

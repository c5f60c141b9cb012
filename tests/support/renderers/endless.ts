import { writeFile } from 'node:fs/promises';
import { renderInThisProcess } from '../../../server/research/reports/renderer.ts';

/** A renderer that never ends and ignores the request to end. */
await renderInThisProcess(async ({ targetPath, progress }) => {
  process.removeAllListeners('SIGTERM');
  process.on('SIGTERM', () => undefined);
  await writeFile(targetPath, String(process.pid));
  progress(0.5);
  await new Promise((resolve) => setInterval(resolve, 2 ** 30).ref());
});

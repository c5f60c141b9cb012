import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryRoot } from './temporary-root.ts';

/** Gives the whole run a folder of its own for what tests leave behind, and removes it afterwards. */
export default function ownTemporaryFolder(): () => Promise<void> {
  const folder = mkdtempSync(join(temporaryRoot(), 'caged-tests-'));
  // PostgreSQL runs as a user of its own where the tests are run by root.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  // The same sources are compiled once for the hundreds of processes of a run.
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled');
  return () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

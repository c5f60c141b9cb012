import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryRoot } from './temporary-root.ts';

/** Gives the whole run a separate temporary folder, and removes it afterwards. */
export default function ownTemporaryFolder(): () => Promise<void> {
  const folder = mkdtempSync(join(temporaryRoot(), 'caged-tests-'));
  // PostgreSQL runs as a separate user if root runs the tests.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  // The hundreds of processes of a run share the compiled sources.
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled');
  return () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

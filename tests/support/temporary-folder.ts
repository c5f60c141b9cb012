import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives the whole run a folder of its own for what tests leave behind, and removes it afterwards. */
export default function ownTemporaryFolder(): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'caged-tests-'));
  // PostgreSQL runs as a user of its own where the tests are run by root.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  return () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

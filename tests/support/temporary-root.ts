import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';
const tmpfsType = 0x01021994;
/** Twice the most space that a run has needed at once, plus the product's threshold for low space. */
const roomyBytes = 10 * 2 ** 30;

/**
 * The parent folder of test runs: in memory if there is plenty, because tests create hundreds of databases and each
 * transaction would otherwise wait for the disk. The guarantees for killed processes hold there too.
 */
export function temporaryRoot(): string {
  if (process.availableMemory() < roomyBytes) return tmpdir();
  try {
    const { type, bavail, bsize } = statfsSync(memory);
    return type === tmpfsType && bavail * bsize >= roomyBytes ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** The folder for files that are removed with the run; browser stories have a separate one. */
export const runFolder = (): string => process.env['STORIES_FOLDER'] ?? tmpdir();

import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';
const tmpfsType = 0x01021994;
/** Twice what a run has been seen to need at once, above what the product calls little room. */
const roomyBytes = 10 * 2 ** 30;

/**
 * Where a run of tests puts its folders: in memory where there is plenty, since hundreds of databases are made in them
 * and each would wait for the disk at every transaction. What tests promise of killed processes holds there too.
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

/** Where tests leave files that go with the run; stories are told outside of the folder of the other tests. */
export const runFolder = (): string => process.env['STORIES_FOLDER'] ?? tmpdir();

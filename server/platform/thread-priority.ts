import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

/** A thread with this niceness has 110 processor shares instead of the usual 1,024. */
const niceness = 10;

/** Gives the calling thread a low priority. Does nothing on systems without a priority for each thread. */
export function runAfterOthers(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), niceness);
  } catch {
    // The system is not Linux, or does not expose `/proc`.
  }
}

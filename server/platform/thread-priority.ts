import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

/** Of the usual 1,024 shares of a processor a thread with this has 110. */
const niceness = 10;

/** Lets the system run the calling thread after the others; where it does not tell threads apart nothing changes. */
export function runAfterOthers(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), niceness);
  } catch {
    // Another system than Linux, or one that shows no processes.
  }
}

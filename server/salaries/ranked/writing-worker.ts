import { parentPort } from 'node:worker_threads';
import { wholeColumns } from '../../warehouse/native-columns.ts';
import { MonthFile, writeMonthFile } from './month-file.ts';
import { monthSections } from './month-sections.ts';
import { UnreadableMonthError } from './unreadable.ts';

/** Orders a month's lines and writes its file, or reads a file whole, in a thread of its own. */

export interface WritingJob {
  readonly kind: 'write';
  readonly path: string;
  readonly month: string;
  /** The answers of `linesSql`. */
  readonly movements: readonly { readonly balance: 1 | -1; readonly bytes: Uint8Array }[];
}

export interface CheckingJob {
  readonly kind: 'check';
  readonly path: string;
}

export type FileReply = 'written' | 'intact' | 'damaged';

function write({ path, month, movements }: WritingJob): FileReply {
  const rows = movements.map(({ balance, bytes }) => ({ balance, rows: wholeColumns(bytes) }));
  writeMonthFile(path, month, monthSections(rows));
  return 'written';
}

function check({ path }: CheckingJob): FileReply {
  try {
    const file = new MonthFile(path);
    try {
      file.requireIntact();
    } finally {
      file.close();
    }
    return 'intact';
  } catch (error) {
    if (error instanceof UnreadableMonthError) return 'damaged';
    throw error;
  }
}

parentPort?.on('message', (job: WritingJob | CheckingJob) => {
  const reply = job.kind === 'write' ? write(job) : check(job);
  parentPort?.postMessage(reply, []);
});

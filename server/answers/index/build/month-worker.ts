import { parentPort } from 'node:worker_threads';
import type { Job, JobReply } from '../../../platform/job-thread.ts';
import { wholeColumns } from '../../../platform/warehouse/native-columns.ts';
import { MonthFile, UnreadableMonthError, writeMonthFile } from '../format/month-file.ts';
import { MonthLines } from './month-lines.ts';

/** Orders a month's lines and writes its file, or checks a file, in a separate thread. */
export type FileTask =
  | {
      /** Adds the lines of a movement. Admissions come first, and begin a month. */
      readonly kind: 'order';
      readonly balance: 1 | -1;
      /** The result of `linesSql`, in pieces. */
      readonly pieces: readonly Uint8Array[];
    }
  | {
      readonly kind: 'write';
      readonly path: string;
      readonly month: string;
      /** The number of rows that both movements must have together. */
      readonly rows: number;
    }
  | { readonly kind: 'check'; readonly path: string };

/** Whether the file is intact, or why it could not be written or checked. */
export type FileOutcome = boolean | { readonly failure: string };

function isIntact(path: string): boolean {
  try {
    const file = new MonthFile(path);
    try {
      file.requireIntact();
    } finally {
      file.close();
    }
    return true;
  } catch (error) {
    if (error instanceof UnreadableMonthError) return false;
    throw error;
  }
}

let lines = new MonthLines();

function outcomeOf(task: FileTask): FileOutcome {
  try {
    switch (task.kind) {
      case 'order':
        if (task.balance === 1) lines = new MonthLines();
        lines.add(task.balance, wholeColumns(task.pieces));
        return true;
      case 'write':
        if (lines.rows !== task.rows) {
          throw new Error(`Month ${task.month}: ${lines.rows} of ${task.rows} rows were read.`);
        }
        writeMonthFile(task.path, task.month, lines.sections());
        return true;
      case 'check':
        return isIntact(task.path);
    }
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', ({ id, task }: Job<FileTask>) => {
  const reply: JobReply<FileOutcome> = { id, result: outcomeOf(task) };
  parentPort?.postMessage(reply, []);
});

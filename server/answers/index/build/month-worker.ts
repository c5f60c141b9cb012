import { parentPort } from 'node:worker_threads';
import type { Job, JobReply } from '../../../platform/job-thread.ts';
import { wholeColumns } from '../../../platform/warehouse/native-columns.ts';
import { MonthFile, UnreadableMonthError, writeMonthFile } from '../format/month-file.ts';
import { buffersOf, monthSections, orderMovement, type OrderedMovement } from './month-lines.ts';

/** Orders a movement's lines, writes a month's file, or checks a file, in a separate thread. */
export type FileTask =
  | {
      readonly kind: 'order';
      readonly balance: 1 | -1;
      /** The result of `linesSql`, in pieces. */
      readonly pieces: readonly Uint8Array[];
    }
  | {
      readonly kind: 'write';
      readonly path: string;
      readonly month: string;
      /** The number of rows that the movements must have together. */
      readonly rows: number;
      readonly movements: readonly OrderedMovement[];
    }
  | { readonly kind: 'check'; readonly path: string };

/** The ordered lines, whether the file is intact, or why it could not be written or checked. */
export type FileOutcome = OrderedMovement | boolean | { readonly failure: string };

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

function outcomeOf(task: FileTask): FileOutcome {
  try {
    if (task.kind === 'order') return orderMovement(task.balance, wholeColumns(task.pieces));
    if (task.kind === 'check') return isIntact(task.path);
    const { path, month, movements } = task;
    const rows = movements.reduce((sum, own) => sum + own.rows, 0);
    if (rows !== task.rows) {
      throw new Error(`Month ${month}: ${rows} of ${task.rows} rows were read.`);
    }
    writeMonthFile(path, month, monthSections(movements));
    return true;
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', ({ id, task }: Job<FileTask>) => {
  const result = outcomeOf(task);
  const reply: JobReply<FileOutcome> = { id, result };
  const isOrdered = typeof result === 'object' && 'columns' in result;
  parentPort?.postMessage(reply, isOrdered ? buffersOf(result) : []);
});

import { parentPort } from 'node:worker_threads';
import { wholeColumns } from '../../../platform/warehouse/native-columns.ts';
import { MonthFile, UnreadableMonthError, writeMonthFile } from '../format/month-file.ts';
import { monthSections } from './month-sections.ts';

/** Orders a month's lines and writes its file, or checks a file, in a separate thread. */

export interface WritingTask {
  readonly kind: 'write';
  readonly path: string;
  readonly month: string;
  /** The results of `linesSql` for each movement. */
  readonly movements: readonly Uint8Array[];
}

export interface CheckingTask {
  readonly kind: 'check';
  readonly path: string;
}

export type FileTask = WritingTask | CheckingTask;

export interface FileJob {
  readonly id: number;
  readonly task: FileTask;
}

export interface FileReply {
  readonly id: number;
  readonly outcome: 'written' | 'intact' | 'damaged' | { readonly failure: string };
}

function write({ path, month, movements }: WritingTask): FileReply['outcome'] {
  writeMonthFile(path, month, monthSections(wholeColumns(Buffer.concat(movements))));
  return 'written';
}

function check({ path }: CheckingTask): FileReply['outcome'] {
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

function outcomeOf(task: FileTask): FileReply['outcome'] {
  try {
    return task.kind === 'write' ? write(task) : check(task);
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', ({ id, task }: FileJob) => {
  const reply: FileReply = { id, outcome: outcomeOf(task) };
  parentPort?.postMessage(reply, []);
});

import { parentPort } from 'node:worker_threads';
import type { Job, JobReply } from '../../../platform/job-thread.ts';
import { wholeColumns } from '../../../platform/warehouse/native-columns.ts';
import { MonthFile, UnreadableMonthError, writeMonthFile } from '../format/month-file.ts';
import { monthSections } from './month-lines.ts';

/** Writes a month's file, or checks a file, in a separate thread. */
export type FileTask =
  | {
      readonly kind: 'write';
      readonly path: string;
      readonly month: string;
      /** The number of lines that the file must have. */
      readonly lines: number;
      /** The result of `linesSql`, in pieces. */
      readonly pieces: readonly Uint8Array[];
    }
  | { readonly kind: 'check'; readonly path: string };

/** Whether the file is intact, or why it could not be written or checked. */
export type FileOutcome = boolean | { readonly failure: string };

function isIntact(path: string): boolean {
  let file: MonthFile | undefined;
  try {
    file = new MonthFile(path);
    file.requireIntact();
    return true;
  } catch (error) {
    if (error instanceof UnreadableMonthError) return false;
    throw error;
  } finally {
    file?.close();
  }
}

function outcomeOf(task: FileTask): FileOutcome {
  try {
    if (task.kind === 'check') return isIntact(task.path);
    const { path, month, lines, pieces } = task;
    const sections = monthSections(wholeColumns(pieces));
    const read = sections['salary.traits'].length;
    if (read !== lines) throw new Error(`Month ${month}: ${read} of ${lines} lines were read.`);
    writeMonthFile(path, sections);
    return true;
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', ({ id, task }: Job<FileTask>) => {
  const reply: JobReply<FileOutcome> = { id, result: outcomeOf(task) };
  parentPort?.postMessage(reply, []);
});

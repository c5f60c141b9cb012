import { parentPort } from 'node:worker_threads';
import { wholeColumns } from '../../warehouse/native-columns.ts';
import { writeMonthFile } from './month-file.ts';
import { monthSections } from './month-sections.ts';

/** Orders a month's lines and writes its file in a thread of its own. */

export interface WritingJob {
  readonly path: string;
  readonly month: string;
  /** The answers of `linesSql`. */
  readonly movements: readonly { readonly balance: 1 | -1; readonly bytes: Uint8Array }[];
}

parentPort?.on('message', ({ path, month, movements }: WritingJob) => {
  const rows = movements.map(({ balance, bytes }) => ({ balance, rows: wholeColumns(bytes) }));
  writeMonthFile(path, month, monthSections(rows));
  parentPort?.postMessage('written', []);
});

import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority, type Job, type JobReply } from '../../../platform/job-thread.ts';
import { nicenessOf, type QueryLane } from '../../../platform/scheduler/scheduler.ts';
import { countCells } from './count-cells.ts';
import { countShare } from './count-share.ts';
import { countRecords, findRecords } from './find-records.ts';
import { MonthFile, UnreadableMonthError } from '../format/month-file.ts';
import type { Reading } from './line-buffer.ts';
import { countOccupations } from './occupation-groups.ts';
import { type IndexPlan, UncountableRowsError } from './plan.ts';

const functions = {
  count: countShare,
  occupations: countOccupations,
  records: countRecords,
  places: findRecords,
  cells: countCells,
} as const satisfies Record<string, (plan: IndexPlan, reading: Reading, wanted: never) => unknown>;

export type TaskName = keyof typeof functions;
/** The data of a task other than the plan. */
export type Wanted = {
  readonly [Name in TaskName]: Parameters<(typeof functions)[Name]>[2];
};
export type Results = { readonly [Name in TaskName]: ReturnType<(typeof functions)[Name]> };

const tasks: {
  readonly [Name in TaskName]: (
    plan: IndexPlan,
    reading: Reading,
    wanted: Wanted[Name],
  ) => Results[Name];
} = functions;

export interface CountTask<Name extends TaskName = TaskName> {
  readonly name: Name;
  readonly plan: IndexPlan;
  readonly wanted: Wanted[Name];
  readonly stop: Int32Array;
}

export type CountOutcome =
  | { readonly name: TaskName; readonly value: Results[TaskName] }
  | {
      readonly failure: 'uncountable' | 'unreadable' | 'failed';
      readonly reason: string;
      readonly path?: string;
    };

/** The last file read of each month. */
const files = new Map<string, MonthFile>();
const monthOf = (path: string) => basename(path).slice(0, 6);

function fileOf(path: string): MonthFile {
  const known = files.get(monthOf(path));
  if (known?.path === path) return known;
  const file = new MonthFile(path);
  known?.close();
  files.set(monthOf(path), file);
  return file;
}

function outcomeOf<Name extends TaskName>(task: CountTask<Name>): CountOutcome {
  const { name, plan, wanted, stop } = task;
  try {
    return { name, value: tasks[name](plan, { fileOf, stop }, wanted) };
  } catch (error) {
    if (error instanceof UnreadableMonthError) {
      // The next read opens the file again.
      files.get(monthOf(error.path))?.close();
      files.delete(monthOf(error.path));
      return { failure: 'unreadable', path: error.path, reason: error.message };
    }
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const isUncountable = error instanceof UncountableRowsError;
    return { failure: isUncountable ? 'uncountable' : 'failed', reason };
  }
}

/** The memory of a result's arrays, which is transferred instead of copied. */
function memoryOf(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return value.buffer instanceof ArrayBuffer ? [value.buffer] : [];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.values(value).flatMap(memoryOf);
}

/** The lane whose queries the thread counts. */
const lane: QueryLane | null = workerData;
if (lane !== null) lowerPriority(nicenessOf[lane]);

parentPort?.on('message', ({ id, task }: Job<CountTask>) => {
  const reply: JobReply<CountOutcome> = { id, result: outcomeOf(task) };
  parentPort?.postMessage(reply, memoryOf(reply.result));
});

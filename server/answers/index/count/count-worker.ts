import { basename } from 'node:path';
import {
  parentPort,
  receiveMessageOnPort,
  workerData,
  type MessagePort,
} from 'node:worker_threads';
import { lowerPriority, type Job, type JobReply } from '../../../platform/job-thread.ts';
import type { QueryLane } from '../../../platform/scheduler/scheduler.ts';
import { type IndexPlan, type Share, UncountableRowsError } from './plan.ts';
import type { CountedGroup } from '../../query/engine/pay-group.ts';
import type { Counting } from './count-bins.ts';
import { findRecords, type RecordPlace, type WantedRecords } from './find-records.ts';
import { MonthFile, UnreadableMonthError } from '../format/month-file.ts';
import { pickSalaries, type PickedSalaries } from './pick-salaries.ts';
import { countCells } from './count-cells.ts';
import type { CountedCells } from './counted-cells.ts';
import { countOccupations, countRecords, countShare, type ShareCounts } from './count-share.ts';

/** The lines that a task reads. The task stops when the first element of `stop` is 1. */
interface Reads {
  readonly plan: IndexPlan;
  readonly stop: Int32Array;
}

/**
 * A task of a count thread. The thread stores a count under its number until a task picks from it, or discards it by
 * picking with null.
 */
export type CountTask =
  | (Reads & { readonly kind: 'count'; readonly number: number; readonly share: Share })
  | (Reads & { readonly kind: 'places'; readonly wanted: WantedRecords })
  | (Reads & { readonly kind: 'occupations' })
  | (Reads & { readonly kind: 'records' })
  | (Reads & { readonly kind: 'cells'; readonly states: readonly number[] })
  | { readonly kind: 'pick'; readonly number: number; readonly records: Uint32Array | null };

export interface ThreadData {
  /** The lane whose queries the thread counts. */
  readonly lane: QueryLane;
}

/** The results of the tasks. */
export interface CountValues {
  readonly count: ShareCounts;
  readonly pick: PickedSalaries | null;
  readonly places: readonly RecordPlace[] | null;
  readonly occupations: readonly CountedGroup[];
  readonly records: number;
  readonly cells: CountedCells;
}

type Kinds = keyof CountValues;
type CountResult = {
  readonly [Kind in Kinds]: { readonly kind: Kind; readonly value: CountValues[Kind] };
}[Kinds];

interface CountFailure {
  readonly kind: 'uncountable' | 'unreadable' | 'failed';
  readonly reason: string;
  /** The unreadable file. */
  readonly path?: string;
}

export type CountOutcome = CountResult | CountFailure;

/** The last file read of each month. */
const files = new Map<string, MonthFile>();

function fileOf(path: string): MonthFile {
  const month = basename(path).slice(0, 6);
  const known = files.get(month);
  if (known?.path === path) return known;
  const file = new MonthFile(path);
  known?.close();
  files.set(month, file);
  return file;
}

/** Closes a file, so that the next read opens it again. */
function close(path: string): void {
  for (const [month, file] of files) {
    if (file.path !== path) continue;
    file.close();
    files.delete(month);
  }
}

/** The counts from which ranks will be picked, by number. */
const remembered = new Map<number, Counting>();

function resultOf(task: CountTask): CountResult {
  if (task.kind === 'pick') return { kind: 'pick', value: picked(task.number, task.records) };
  const reading = { fileOf, stop: task.stop };
  const { kind, plan } = task;
  if (kind === 'count') {
    const { counting, counts } = countShare(plan, task.share, reading);
    remembered.set(task.number, counting);
    return { kind, value: counts };
  }
  if (kind === 'places') return { kind, value: findRecords(plan, task.wanted, reading) };
  if (kind === 'records') return { kind, value: countRecords(plan, reading) };
  if (kind === 'cells') return { kind, value: countCells(plan, task.states, reading) };
  return { kind, value: countOccupations(plan, reading) };
}

function picked(number: number, records: Uint32Array | null): PickedSalaries | null {
  const known = remembered.get(number);
  remembered.delete(number);
  if (records === null) return null;
  if (known === undefined) throw new RangeError(`Count ${number} was discarded.`);
  return pickSalaries(known, records);
}

function resultOrError(task: CountTask): CountOutcome {
  try {
    return resultOf(task);
  } catch (error) {
    if (error instanceof UnreadableMonthError) {
      close(error.path);
      return { kind: 'unreadable', path: error.path, reason: error.message };
    }
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { kind: error instanceof UncountableRowsError ? 'uncountable' : 'failed', reason };
  }
}

const waiting: Job<CountTask>[] = [];

/**
 * Returns the next job. Picks come before other jobs: until its ranks are picked, a count over many months holds a
 * hundred megabytes.
 */
function nextJob(port: MessagePort): Job<CountTask> | undefined {
  for (;;) {
    const sent: { readonly message: Job<CountTask> } | undefined = receiveMessageOnPort(port);
    if (sent === undefined) break;
    waiting.push(sent.message);
  }
  const picking = waiting.findIndex(({ task }) => task.kind === 'pick');
  return waiting.splice(Math.max(0, picking), 1)[0];
}

function numbersIn(result: CountOutcome): (Uint32Array | Float64Array)[] {
  if (result.kind === 'cells') return [result.value.keys, result.value.pays];
  if (result.kind !== 'count') return [];
  const { records, totals, distribution } = result.value;
  return [records, totals, distribution.centavos, distribution.counts];
}

/** Buffers that are transferred instead of copied. */
function transferable(result: CountOutcome): ArrayBuffer[] {
  return numbersIn(result).flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []));
}

/** Added to the niceness of the process. */
const nicenessOf: Readonly<Record<QueryLane, number>> = { short: 0, medium: 5, long: 10 };
const data: ThreadData | null = workerData;
if (data !== null) lowerPriority(nicenessOf[data.lane]);

parentPort?.on('message', (first: Job<CountTask>) => {
  if (parentPort === null) return;
  waiting.push(first);
  for (let job = nextJob(parentPort); job !== undefined; job = nextJob(parentPort)) {
    const reply: JobReply<CountOutcome> = { id: job.id, result: resultOrError(job.task) };
    parentPort.postMessage(reply, transferable(reply.result));
  }
});

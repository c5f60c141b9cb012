import { basename } from 'node:path';
import {
  parentPort,
  receiveMessageOnPort,
  workerData,
  type MessagePort,
} from 'node:worker_threads';
import { runAfterOthers } from '../../platform/thread-priority.ts';
import { UncountableRowsError } from './uncountable.ts';
import type { CountedGroup } from '../query/engine/pay-group.ts';
import type { Counting } from './count-bins.ts';
import { findRecords, type RecordPlace, type WantedRecords } from './find-records.ts';
import { MonthFile } from './month-file.ts';
import { pickSalaries, type PickedSalaries } from './pick-salaries.ts';
import { PayRooms, type PayRoom } from './pay-room.ts';
import type { RankedPlan, Share } from './plan.ts';
import { UnreadableMonthError } from './unreadable.ts';
import { countOccupations, countRecords, countShare, type ShareCounts } from './plan-share.ts';

/** Counts over month files in a separate thread. */

/**
 * A task, which stops when the first element of `stop` is 1. The thread stores a count under its job's number until a
 * task picks from it or forgets it.
 */
export type RankedTask =
  | {
      readonly kind: 'count';
      readonly share: Share;
      readonly plan: RankedPlan;
      readonly stop: Int32Array;
    }
  | { readonly kind: 'pick'; readonly counted: number; readonly records: Uint32Array }
  | { readonly kind: 'forget'; readonly counted: number }
  | {
      readonly kind: 'find';
      readonly plan: RankedPlan;
      readonly wanted: WantedRecords;
      readonly stop: Int32Array;
    }
  | {
      readonly kind: 'occupations' | 'records';
      readonly plan: RankedPlan;
      readonly stop: Int32Array;
    };

/** The data with which a thread starts. */
export interface AboutThread {
  /** Whether the thread runs at a lower priority than the others of the process. */
  readonly isYielding: boolean;
}

export interface RankedJob {
  readonly id: number;
  readonly task: RankedTask;
}

export type RankedAnswer =
  | { readonly kind: 'counted'; readonly counts: ShareCounts }
  | { readonly kind: 'picked'; readonly salaries: PickedSalaries }
  | { readonly kind: 'forgotten' }
  | { readonly kind: 'found'; readonly places: readonly RecordPlace[] | null }
  | { readonly kind: 'occupations'; readonly groups: readonly CountedGroup[] }
  | { readonly kind: 'records'; readonly records: number }
  | { readonly kind: 'uncountable'; readonly reason: string }
  | { readonly kind: 'unreadable'; readonly path: string; readonly reason: string }
  | { readonly kind: 'failed'; readonly stack: string };

export interface RankedReply {
  readonly id: number;
  readonly answer: RankedAnswer;
}

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

/** A count from which ranks will be picked, with the memory of its salaries. */
interface Remembered {
  readonly counting: Counting;
  readonly room: PayRoom;
}

const remembered = new Map<number, Remembered>();
const rooms = new PayRooms();

/** Releases the memory and blocks of a result. */
function giveBack(room: PayRoom): void {
  rooms.giveBack(room);
  for (const file of files.values()) file.forgetBlocks();
}

function answerOf({ id, task }: RankedJob): RankedAnswer {
  if (task.kind === 'pick' || task.kind === 'forget') return answerRemembered(task);
  const room = rooms.take();
  const reading = { fileOf, stop: task.stop, room };
  try {
    if (task.kind === 'count') {
      const { counting, counts } = countShare(task.plan, task.share, reading);
      remembered.set(id, { counting, room });
      return { kind: 'counted', counts };
    }
    if (task.kind === 'find') {
      return { kind: 'found', places: findRecords(task.plan, task.wanted, reading) };
    }
    if (task.kind === 'records') {
      return { kind: 'records', records: countRecords(task.plan, reading) };
    }
    return { kind: 'occupations', groups: countOccupations(task.plan, reading) };
  } finally {
    if (!remembered.has(id)) giveBack(room);
  }
}

function answerRemembered(
  task: Extract<RankedTask, { readonly kind: 'pick' | 'forget' }>,
): RankedAnswer {
  const known = remembered.get(task.counted);
  remembered.delete(task.counted);
  try {
    if (task.kind === 'forget') return { kind: 'forgotten' };
    if (known === undefined) throw new RangeError(`Count ${task.counted} is forgotten.`);
    return { kind: 'picked', salaries: pickSalaries(known.counting, task.records) };
  } finally {
    if (known !== undefined) giveBack(known.room);
  }
}

function safely(job: RankedJob): RankedAnswer {
  try {
    return answerOf(job);
  } catch (error) {
    if (error instanceof UnreadableMonthError) {
      close(error.path);
      return { kind: 'unreadable', path: error.path, reason: error.message };
    }
    if (error instanceof UncountableRowsError)
      return { kind: 'uncountable', reason: error.message };
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { kind: 'failed', stack };
  }
}

const waiting: RankedJob[] = [];

/**
 * Returns the next job. Picks come before other jobs: until its ranks are picked, a count over many months holds a
 * hundred megabytes.
 */
function nextJob(port: MessagePort): RankedJob | undefined {
  for (;;) {
    const sent: { readonly message: RankedJob } | undefined = receiveMessageOnPort(port);
    if (sent === undefined) break;
    waiting.push(sent.message);
  }
  const picking = waiting.findIndex(({ task }) => task.kind === 'pick');
  return waiting.splice(Math.max(0, picking), 1)[0];
}

/** Buffers that are transferred instead of copied. */
function givenAway(answer: RankedAnswer): ArrayBuffer[] {
  if (answer.kind !== 'counted') return [];
  const { records, totals, distribution } = answer.counts;
  const all = [records, totals, distribution.centavos, distribution.counts];
  return all.flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []));
}

const about: AboutThread | null = workerData;
if (about?.isYielding === true) runAfterOthers();

parentPort?.on('message', (first: RankedJob) => {
  if (parentPort === null) return;
  waiting.push(first);
  for (let job = nextJob(parentPort); job !== undefined; job = nextJob(parentPort)) {
    const reply: RankedReply = { id: job.id, answer: safely(job) };
    parentPort.postMessage(reply, givenAway(reply.answer));
  }
});

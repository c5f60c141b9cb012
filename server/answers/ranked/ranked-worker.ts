import { basename } from 'node:path';
import {
  parentPort,
  receiveMessageOnPort,
  workerData,
  type MessagePort,
} from 'node:worker_threads';
import { runAfterOthers } from '../../platform/thread-priority.ts';
import { UncountableRowsError } from '../counting/uncountable.ts';
import type { CountedGroup } from '../panels/pay-group.ts';
import type { Counting } from './count-bins.ts';
import { findRecords, type RecordPlace, type WantedRecords } from './find-records.ts';
import { MonthFile } from './month-file.ts';
import { pickSalaries, type PickedSalaries } from './pick-salaries.ts';
import { PayRooms, type PayRoom } from './pay-room.ts';
import type { RankedPlan, Share } from './plan.ts';
import { UnreadableMonthError } from './unreadable.ts';
import { countOccupations, countRecords, countShare, type ShareCounts } from './plan-share.ts';

/** Counts over the months' files in a thread of its own. */

/** What is asked, until `stop` is 1 in its first place; a count is remembered until it is picked from or forgotten, by its job's number. */
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

/** What a thread is told as it begins. */
export interface AboutThread {
  /** It runs after all others of the process. */
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

/** The file of each month that was read last. */
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

/** Lets a file be opened anew. */
function close(path: string): void {
  for (const [month, file] of files) {
    if (file.path !== path) continue;
    file.close();
    files.delete(month);
  }
}

/** What was counted and is to be picked from, with the room of its salaries. */
interface Remembered {
  readonly counting: Counting;
  readonly room: PayRoom;
}

const remembered = new Map<number, Remembered>();
const rooms = new PayRooms();

/** Lets go of what was read for an answer. */
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

/** Whatever is counted goes before what is not begun: it holds a hundred megabytes of many months until it is picked from. */
function nextJob(port: MessagePort): RankedJob | undefined {
  for (;;) {
    const sent: { readonly message: RankedJob } | undefined = receiveMessageOnPort(port);
    if (sent === undefined) break;
    waiting.push(sent.message);
  }
  const picking = waiting.findIndex(({ task }) => task.kind === 'pick');
  return waiting.splice(Math.max(0, picking), 1)[0];
}

/** What the other side takes over instead of a copy. */
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

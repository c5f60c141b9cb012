import { setImmediate } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { defined } from '../../../../shared/codes/defined.ts';
import {
  type JobThread,
  JobThreads,
  type JobThreadsOptions,
} from '../../../platform/job-thread.ts';
import type { QueryLane } from '../../../platform/scheduler/scheduler.ts';
import type { QueryLimits } from '../../../platform/warehouse/warehouse.ts';
import { type IndexPlan, talliedLines, UncountableRowsError } from './plan.ts';
import { groupPlaces, indexedDimensions } from './group-tables.ts';
import { type DimensionName, keyOf } from '../../query/dimensions.ts';
import { type PickedSalary, pickedPayGroup, type PayGroups } from '../../query/engine/pay-group.ts';
import { UnreadableMonthError } from '../format/month-file.ts';
import type { CountOutcome, CountTask, Results, TaskName, Wanted } from './count-worker.ts';
import type { Share, ShareCounts } from './count-share.ts';
import { StopFlag } from './stop-flag.ts';

export type CountingLimits = Pick<QueryLimits, 'signal' | 'lane'>;

/**
 * Counts a plan in threads of this process, except its occupations. Threads share a plan about all occupations; a plan
 * about some has few lines, which one thread counts. Throws `UncountableRowsError` for salaries beyond what the files
 * hold, `UnreadableMonthError`, and the signal's reason.
 */
export async function countInThreads(plan: IndexPlan, limits: CountingLimits) {
  using stopping = new StopFlag(limits.signal);
  const idlest = idlestThreads(limits);
  const shares = plan.occupations === null ? halves() : [{ index: 0, of: 1, other: null }];
  const counting = shares.map((wanted, at) =>
    run(defined(idlest[at]), { name: 'count', plan, wanted, stop: stopping.flag }),
  );
  const counts = await Promise.all(counting).catch((error: unknown) => {
    // The count of the other share is no longer needed.
    stopping.raise();
    throw error;
  });
  // The first yield after a reply of a thread does not begin another turn, the second does.
  await setImmediate();
  const distributions = counts.map(({ distribution }) => distribution);
  const centavos = joined(distributions.map((share) => share.centavos));
  // A year of the whole country has 420,000 salaries: each list takes some 15 ms.
  await setImmediate();
  return {
    distribution: { centavos, counts: joined(distributions.map((share) => share.counts)) },
    groups: groupsOf(counts),
    tally: counts.flatMap((share) => talliedLines(share.tally)),
    fullTime: counts.reduce((sum, share) => sum + share.fullTime, 0),
  };
}

/** Counts the occupations of a plan's family, or its requested ones if there are several families. */
export async function countOccupations(
  plan: IndexPlan,
  limits: CountingLimits,
): Promise<PayGroups> {
  const groups = await runOnOneThread('occupations', plan, undefined, limits);
  return new Map(groups.map((group) => [group.key, pickedPayGroup(group)]));
}

/** The shares of two threads, which exchange their records. */
function halves(): Share[] {
  const { port1, port2 } = new MessageChannel();
  return [port1, port2].map((other, index) => ({ index, of: 2, other }));
}

/** Filling an array of its final length is three times as fast as growing one. */
function joined(parts: readonly Uint32Array[]): number[] {
  const whole: number[] = [];
  whole.length = parts.reduce((sum, { length }) => sum + length, 0);
  let next = 0;
  for (const part of parts) {
    for (let at = 0; at < part.length; at++) whole[next++] = defined(part[at]);
  }
  return whole;
}

/** The groups of all dimensions but occupations. */
function groupsOf(shares: readonly ShareCounts[]): ReadonlyMap<DimensionName, PayGroups> {
  const { codes, records } = defined(shares[0]);
  const places = groupPlaces(codes);
  const salaries = salariesByGroup(shares);
  const groupsIn = (name: (typeof indexedDimensions)[number]) =>
    codes[name].flatMap((code, at) => {
      const group = places[name] + at;
      const recordsOfGroup = defined(records[group]);
      if (recordsOfGroup === 0) return [];
      const total = shares.reduce((sum, { totals }) => sum + BigInt(defined(totals[group])), 0n);
      const counted = { records: recordsOfGroup, total, picked: salaries.get(group) ?? [] };
      return [[keyOf(name, code), pickedPayGroup(counted)] as const];
    });
  return new Map(indexedDimensions.map((name) => [name, new Map(groupsIn(name))]));
}

function salariesByGroup(shares: readonly ShareCounts[]): Map<number, PickedSalary[]> {
  const byGroup = new Map<number, PickedSalary[]>();
  for (const { picked } of shares) {
    for (let at = 0; at < picked.length; at += 3) {
      const [group = 0, rank = 0, pay = 0] = picked.subarray(at, at + 3);
      const ofGroup = byGroup.get(group) ?? [];
      ofGroup.push([pay, rank, rank]);
      byGroup.set(group, ofGroup);
    }
  }
  return byGroup;
}

/** Number of threads of each lane, which share the lines of a query. */
const threadCount = 2;

type CountThread = JobThread<CountTask, CountOutcome>;

/**
 * V8 frees arrays that are no longer used when its young generation is full. With its usual size, the arrays of a few
 * counts, which are outside of it, add up to hundreds of megabytes: 1.9 to 2.1 GiB at the peak of 100 users on a year of
 * the whole country, instead of 1.5 to 1.7.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 4 };

/** A thread that has counted a large query holds up to 60 MB until it ends, and takes a tenth of a second to start. */
const idleMs = 60_000;

const threadsOf = (workerData: QueryLane, options: Pick<JobThreadsOptions, 'idleMs'>) =>
  new JobThreads<CountTask, CountOutcome>(
    new URL('count-worker.ts', import.meta.url),
    threadCount,
    { workerData, resourceLimits, ...options },
  );
// Each lane has separate threads, because a running job is never interrupted.
const threads: Readonly<Record<QueryLane, JobThreads<CountTask, CountOutcome>>> = {
  short: threadsOf('short', {}),
  medium: threadsOf('medium', { idleMs }),
  long: threadsOf('long', { idleMs }),
};

/** The threads that count over month files, those with the fewest jobs first. */
const idlestThreads = ({ lane = 'short' }: CountingLimits): readonly CountThread[] =>
  threads[lane].byLoad();

const isOf = <Name extends TaskName>(
  outcome: CountOutcome,
  name: Name,
): outcome is { readonly name: Name; readonly value: Results[Name] } =>
  'name' in outcome && outcome.name === name;

/** Runs a task; throws `UncountableRowsError` and `UnreadableMonthError` as the thread does, and its other errors. */
async function run<Name extends TaskName>(
  thread: CountThread,
  task: CountTask<Name>,
): Promise<Results[Name]> {
  const { wanted } = task;
  const port = typeof wanted === 'object' && 'other' in wanted ? wanted.other : null;
  const outcome = await thread.run(task, port === null ? [] : [port]);
  if (isOf(outcome, task.name)) return outcome.value;
  if (!('reason' in outcome)) throw new Error(`Unexpected result of ${outcome.name}.`);
  const { failure, reason, path } = outcome;
  if (failure === 'uncountable') throw new UncountableRowsError(reason);
  throw path === undefined ? new Error(reason) : new UnreadableMonthError(path, reason);
}

/** Runs a task that one thread can do, on the thread with the fewest jobs. */
export async function runOnOneThread<Name extends TaskName>(
  name: Name,
  plan: IndexPlan,
  wanted: Wanted[Name],
  limits: CountingLimits,
): Promise<Results[Name]> {
  using stopping = new StopFlag(limits.signal);
  const thread = defined(idlestThreads(limits)[0]);
  return await run(thread, { name, plan, wanted, stop: stopping.flag });
}

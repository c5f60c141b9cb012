import { defined } from '../format/numbers.ts';
import type { Distribution } from '../../../../shared/contracts/search.ts';
import { type JobThread, JobThreads } from '../../../platform/job-thread.ts';
import type { QueryLane } from '../../../platform/scheduler/scheduler.ts';
import type { QueryLimits } from '../../../platform/warehouse/warehouse.ts';
import {
  type IndexPlan,
  type Share,
  type Tally,
  emptyTally,
  UncountableRowsError,
  withoutGroups,
  zoneNames,
} from './plan.ts';
import { regionDimensions } from './group-tables.ts';
import { type DimensionName, keyOf } from '../../query/dimensions.ts';
import {
  type CountedGroup,
  type FamilyGroups,
  type PickedSalary,
  pickedPayGroup,
} from '../../query/engine/pay-group.ts';
import { type Trait, traitFields, traitNames } from '../format/line-columns.ts';
import { UnreadableMonthError } from '../format/month-file.ts';
import type { PayDistribution } from './count-bins.ts';
import type { CountOutcome, CountValues, CountTask, ThreadData } from './count-worker.ts';
import type { PickedSalaries } from './pick-salaries.ts';
import type { ShareCounts } from './count-share.ts';

interface IndexCounts {
  readonly distribution: Distribution;
  /** Of all dimensions but occupations. */
  readonly groups: ReadonlyMap<DimensionName, readonly CountedGroup[]>;
  /** The occupations of the requested family, or the requested ones if there are several families. */
  readonly occupations: FamilyGroups;
  /** Lines that pass the filters and do not count. */
  readonly tally: Tally;
}

/** Counts the occupations of a plan, unless they are cached. */
type KnownOccupations = (count: () => Promise<FamilyGroups>) => Promise<FamilyGroups>;

export type CountingLimits = Pick<QueryLimits, 'signal' | 'lane'>;

/**
 * Number of threads that share a plan. A query about occupations has few lines: one thread counts them, and the other
 * counts the family.
 */
const sharesOf = ({ occupations }: IndexPlan) => (occupations === null ? threadCount : 1);

/**
 * Counts a plan in threads of this process. Each thread counts some bins of salaries, then picks from them the wanted
 * ranks, which follow from the records of all bins. Throws `UncountableRowsError` for salaries beyond what the files
 * hold, `UnreadableMonthError`, and the signal's reason.
 */
export async function countInThreads(
  plan: IndexPlan,
  limits: CountingLimits,
  known: KnownOccupations,
): Promise<IndexCounts> {
  using stopping = new StopFlag(limits.signal);
  const stop = stopping.flag;
  const idlest = idlestThreads(limits);
  const of = sharesOf(plan);
  const shares = idlest
    .slice(0, of)
    .map((thread, index) => new ThreadShare(thread, { plan, stop, share: { index, of } }));
  try {
    const [counts, occupations] = await Promise.all([
      Promise.all(shares.map((share) => share.counts)),
      known(() => occupationsOf(idlest.at(-1), { plan: withoutGroups(plan), stop })),
    ]);
    const records = sumsOf(counts.map((own) => own.records));
    const picking = Promise.all(shares.map((share) => share.pick(records)));
    // Runs while the threads pick: all of Brazil has some hundred thousand distinct salaries.
    const distribution = joined(counts.map((own) => own.distribution));
    const picked = await picking;
    return {
      distribution,
      groups: new Map(groupsOf(plan, counts, records, picked)),
      occupations,
      tally: tallyOf(counts),
    };
  } catch (error) {
    // The other counts of the query are no longer needed.
    stopping.raise();
    await Promise.allSettled(shares.map((share) => share.pick(null)));
    limits.signal?.throwIfAborted();
    throw error;
  }
}

interface Asked {
  readonly plan: IndexPlan;
  readonly stop: Int32Array;
}

async function occupationsOf(thread: CountThread | undefined, asked: Asked): Promise<FamilyGroups> {
  if (asked.plan.occupations === null || thread === undefined) return new Map();
  const groups = await run('occupations', thread, { kind: 'occupations', ...asked });
  return new Map(groups.map((own) => [own.key, pickedPayGroup(own)]));
}

/** One thread's share of a plan's lines. */
class ThreadShare {
  readonly #thread: CountThread;
  readonly #number = nextNumber();
  readonly counts: Promise<ShareCounts>;

  constructor(thread: CountThread, asked: Asked & { readonly share: Share }) {
    this.#thread = thread;
    this.counts = run('count', thread, { kind: 'count', number: this.#number, ...asked });
  }

  /** Picks the ranks that follow from all shares' records; null discards the count. */
  pick(records: Uint32Array | null): Promise<PickedSalaries | null> {
    return run('pick', this.#thread, { kind: 'pick', number: this.#number, records });
  }
}

/** Adds up the numbers of several shares, in memory that all threads can read. */
function sumsOf(parts: readonly Uint32Array[]): Uint32Array {
  const length = parts[0]?.length ?? 0;
  const sums = new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT));
  for (const part of parts) {
    for (let at = 0; at < length; at++) sums[at] = defined(sums[at]) + defined(part[at]);
  }
  return sums;
}

const joined = (parts: readonly PayDistribution[]): Distribution => ({
  centavos: joinedNumbers(parts.map(({ centavos }) => centavos)),
  counts: joinedNumbers(parts.map(({ counts }) => counts)),
});

/** Filling an array of its final length is three times as fast as growing one. */
function joinedNumbers(parts: readonly Uint32Array[]): number[] {
  const whole: number[] = [];
  whole.length = parts.reduce((sum, { length }) => sum + length, 0);
  let next = 0;
  for (const part of parts) {
    for (let at = 0; at < part.length; at++) whole[next++] = defined(part[at]);
  }
  return whole;
}

function tallyOf(shares: readonly ShareCounts[]): Tally {
  const tally = emptyTally();
  for (const zone of zoneNames) {
    for (const share of shares) {
      const [sums, own] = [tally[zone], share.tally[zone]];
      for (let flags = 0; flags < own.length; flags++) {
        sums[flags] = defined(sums[flags]) + defined(own[flags]);
      }
    }
  }
  return tally;
}

function groupsOf(
  plan: IndexPlan,
  shares: readonly ShareCounts[],
  records: Uint32Array,
  picked: readonly (PickedSalaries | null)[],
): [DimensionName, CountedGroup[]][] {
  const [first] = shares;
  if (first === undefined) return [];
  const { places, shownCodes, regions } = first;
  const salaries = salariesByGroup(picked);
  const bins = records.length / places.end;
  const groupsFrom = (begin: number, keys: readonly number[]): CountedGroup[] =>
    keys.flatMap((key, place) => {
      const group = begin + place;
      let own = 0;
      for (let bin = 0; bin < bins; bin++) own += defined(records[group * bins + bin]);
      if (own === 0) return [];
      const total = shares.reduce((sum, { totals }) => sum + BigInt(defined(totals[group])), 0n);
      return [{ key, records: own, total, picked: salaries.get(group) ?? [] }];
    });
  return [
    ...traitNames.map((name) => [name, keysOfTrait(name)] as const),
    ['country', [0]] as const,
    ['month', plan.months.map(({ month }) => month)] as const,
    ['municipality', shownCodes.municipality] as const,
    ['subclass', shownCodes.subclass] as const,
    ...regionDimensions.map((name) => [name, regions[name].codes] as const),
  ].map(([name, keys]) => [name, groupsFrom(places[name], keys)]);
}

const keysOfTrait = (name: Trait) =>
  Array.from({ length: 2 ** traitFields[name].bits }, (_, code) => keyOf(name, code));

function salariesByGroup(shares: readonly (PickedSalaries | null)[]): Map<number, PickedSalary[]> {
  const byGroup = new Map<number, PickedSalary[]>();
  for (const share of shares) {
    const { groups, ranks, pays } = defined(share ?? undefined);
    for (const [at, group] of groups.entries()) {
      const rank = defined(ranks[at]);
      const own = byGroup.get(group) ?? [];
      own.push([defined(pays[at]), rank, rank]);
      byGroup.set(group, own);
    }
  }
  return byGroup;
}

/** Number of threads that share the lines of a query. */
const threadCount = 2;

type CountThread = JobThread<CountTask, CountOutcome>;

/**
 * V8 frees arrays that are no longer used when its young generation is full. With its usual size, the arrays of a few
 * counts, which are outside of it, add up to hundreds of megabytes: 1.9 to 2.1 GiB at the peak of 100 users on a year of
 * the whole country, instead of 1.5 to 1.7.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 4 };

const threadsOf = (workerData: ThreadData) =>
  new JobThreads<CountTask, CountOutcome>(
    new URL('count-worker.ts', import.meta.url),
    threadCount,
    { workerData, resourceLimits },
  );
// Each lane has separate threads, because a running job is never interrupted.
const threads: Readonly<Record<QueryLane, JobThreads<CountTask, CountOutcome>>> = {
  short: threadsOf({ lane: 'short' }),
  medium: threadsOf({ lane: 'medium' }),
  long: threadsOf({ lane: 'long' }),
};

/** The threads that count over month files, those with the fewest jobs first. */
const idlestThreads = ({ lane = 'short' }: CountingLimits): readonly CountThread[] =>
  threads[lane].byLoad();

let lastNumber = 0;

/** A number for a count, unique in this process. */
const nextNumber = () => ++lastNumber;

type Kinds = keyof CountValues;

const isOf = <Kind extends Kinds>(
  result: { readonly kind: string; readonly value?: unknown },
  kind: Kind,
): result is { readonly kind: Kind; readonly value: CountValues[Kind] } => result.kind === kind;

/** Runs a task; throws `UncountableRowsError` and `UnreadableMonthError` as the thread does, and its other errors. */
async function run<Kind extends Kinds>(
  kind: Kind,
  thread: CountThread,
  task: CountTask,
): Promise<CountValues[Kind]> {
  const result = await thread.ask(task);
  if (isOf(result, kind)) return result.value;
  if (!('reason' in result)) throw new Error(`Unexpected result ${result.kind}.`);
  const { kind: failure, reason, path } = result;
  if (failure === 'uncountable') throw new UncountableRowsError(reason);
  throw path === undefined ? new Error(reason) : new UnreadableMonthError(path, reason);
}

/** Runs a task that one thread can do, on the thread with the fewest jobs. */
export async function runOnOneThread<Kind extends Kinds>(
  kind: Kind,
  taskOf: (stop: Int32Array) => Extract<CountTask, { readonly kind: Kind }>,
  limits: CountingLimits,
): Promise<CountValues[Kind]> {
  using stopping = new StopFlag(limits.signal);
  const [thread] = idlestThreads(limits);
  if (thread === undefined) throw new RangeError('There are no threads.');
  return await run(kind, thread, taskOf(stopping.flag));
}

/** Signals threads to stop once an abort signal fires. Dispose of it when the threads are done. */
class StopFlag implements Disposable {
  readonly flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #signal: AbortSignal | undefined;

  /** Throws the signal's reason if it has already aborted. */
  constructor(signal: AbortSignal | undefined) {
    signal?.throwIfAborted();
    this.#signal = signal;
    signal?.addEventListener('abort', this.raise, { once: true });
  }

  readonly raise = () => {
    Atomics.store(this.flag, 0, 1);
  };

  [Symbol.dispose](): void {
    this.#signal?.removeEventListener('abort', this.raise);
  }
}

import type { Distribution } from '../../../shared/contracts/search.ts';
import type { QueryLimits } from '../../platform/warehouse/warehouse.ts';
import type { FamilyGroups } from '../query/engine/family-counts.ts';
import { keyOf, type DimensionName } from '../query/dimensions.ts';
import { pickedPayGroup, type CountedGroup, type PickedSalary } from '../query/engine/pay-group.ts';
import { traitFields, traitNames, type Trait } from './line-codes.ts';
import type { PickedSalaries } from './pick-salaries.ts';
import type { RankedPlan, Share } from './plan.ts';
import type { ShareCounts } from './plan-share.ts';
import {
  answerOf,
  idlestThreads,
  newJob,
  StopFlag,
  threadCount,
  unexpected,
  type RankedThread,
} from './ranked-threads.ts';
import type { PayDistribution } from './pay-list.ts';
import { zoneNames, emptyTally, type Tally } from './steps.ts';

export interface RankedCounts {
  readonly distribution: Distribution;
  /** Of all dimensions but occupations. */
  readonly groups: ReadonlyMap<DimensionName, readonly CountedGroup[]>;
  /** The occupations of the requested family, or the requested ones if there are several families. */
  readonly occupations: FamilyGroups;
  /** Lines that pass the filters and do not count. */
  readonly tally: Tally;
}

/** Counts the occupations of a plan, unless they are cached. */
export type KnownOccupations = (count: () => Promise<FamilyGroups>) => Promise<FamilyGroups>;

export type CountingLimits = Pick<QueryLimits, 'signal' | 'isYielding'>;

/**
 * Number of threads that share a plan. A query about occupations has few lines: one thread counts them, and the other
 * counts the family.
 */
const sharesOf = ({ occupations }: RankedPlan) => (occupations === null ? threadCount : 1);

/**
 * Counts a plan in threads of this process. Each thread counts some bins of salaries, then picks from them the wanted
 * ranks, which follow from the records of all bins. Throws `UncountableRowsError` for salaries beyond what the files
 * hold, `UnreadableMonthError`, and the signal's reason.
 */
export async function countRanked(
  plan: RankedPlan,
  { signal, isYielding }: CountingLimits,
  known: KnownOccupations,
): Promise<RankedCounts> {
  using stopping = new StopFlag(signal);
  const stop = stopping.flag;
  const threads = idlestThreads({ isYielding });
  const of = sharesOf(plan);
  const shares = threads
    .slice(0, of)
    .map((thread, index) => new CountedPart(thread, { plan, stop, share: { index, of } }));
  try {
    const [counts, occupations] = await Promise.all([
      Promise.all(shares.map((share) => share.counts())),
      known(() => occupationsOf(threads.at(-1), { plan, stop })),
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
    await Promise.allSettled(shares.map((share) => share.forget()));
    signal?.throwIfAborted();
    throw error;
  }
}

interface Asked {
  readonly plan: RankedPlan;
  readonly stop: Int32Array;
}

async function occupationsOf(
  thread: RankedThread | undefined,
  asked: Asked,
): Promise<FamilyGroups> {
  if (asked.plan.occupations === null || thread === undefined) return new Map();
  const answer = await answerOf(thread, newJob({ kind: 'occupations', ...asked }));
  if (answer.kind !== 'occupations') throw unexpected(answer);
  return new Map(answer.groups.map((own) => [own.key, pickedPayGroup(own)]));
}

/** One thread's share of a plan's lines. */
class CountedPart {
  readonly #thread: RankedThread;
  readonly #job;
  readonly #counted;

  constructor(thread: RankedThread, asked: Asked & { readonly share: Share }) {
    this.#thread = thread;
    this.#job = newJob({ kind: 'count', ...asked });
    this.#counted = answerOf(thread, this.#job);
  }

  async counts(): Promise<ShareCounts> {
    const answer = await this.#counted;
    if (answer.kind !== 'counted') throw unexpected(answer);
    return answer.counts;
  }

  async pick(records: Uint32Array): Promise<PickedSalaries> {
    const task = { kind: 'pick', counted: this.#job.id, records } as const;
    const answer = await answerOf(this.#thread, newJob(task));
    if (answer.kind !== 'picked') throw unexpected(answer);
    return answer.salaries;
  }

  async forget(): Promise<void> {
    await answerOf(this.#thread, newJob({ kind: 'forget', counted: this.#job.id }));
  }
}

/** Adds up the numbers of several shares, in memory that all threads can read. */
function sumsOf(parts: readonly Uint32Array[]): Uint32Array {
  const length = parts[0]?.length ?? 0;
  const sums = new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT));
  for (const part of parts) {
    for (let at = 0; at < length; at++) sums[at] = (sums[at] ?? 0) + (part[at] ?? 0);
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
    for (let at = 0; at < part.length; at++) whole[next++] = part[at] ?? 0;
  }
  return whole;
}

function tallyOf(shares: readonly ShareCounts[]): Tally {
  const tally = emptyTally();
  for (const zone of zoneNames) {
    for (const share of shares) {
      for (const [flags, lines] of share.tally[zone].entries()) {
        tally[zone][flags] = (tally[zone][flags] ?? 0) + lines;
      }
    }
  }
  return tally;
}

function groupsOf(
  plan: RankedPlan,
  shares: readonly ShareCounts[],
  records: Uint32Array,
  picked: readonly PickedSalaries[],
): [DimensionName, CountedGroup[]][] {
  const [first] = shares;
  if (first === undefined) return [];
  const { places, told } = first;
  const salaries = salariesByGroup(picked);
  const bins = records.length / places.end;
  const groupsFrom = (begin: number, keys: readonly number[]): CountedGroup[] =>
    keys.flatMap((key, place) => {
      const group = begin + place;
      let own = 0;
      for (let bin = 0; bin < bins; bin++) own += records[group * bins + bin] ?? 0;
      if (own === 0) return [];
      const total = shares.reduce((sum, { totals }) => sum + BigInt(totals[group] ?? 0), 0n);
      return [{ key, records: own, total, picked: salaries.get(group) ?? [] }];
    });
  return [
    ...traitNames.map((name) => [name, keysOfTrait(name)] as const),
    ['country', [0]] as const,
    ['month', plan.months.map(({ month }) => month)] as const,
    ['municipality', told.municipalities] as const,
    ['subclass', told.subclasses] as const,
  ].map(([name, keys]) => [name, groupsFrom(places[name], keys)]);
}

const keysOfTrait = (name: Trait) =>
  Array.from({ length: 2 ** traitFields[name].bits }, (_, code) => keyOf(name, code));

function salariesByGroup(picked: readonly PickedSalaries[]): Map<number, PickedSalary[]> {
  const byGroup = new Map<number, PickedSalary[]>();
  for (const { groups, ranks, pays } of picked) {
    for (const [at, group] of groups.entries()) {
      const rank = ranks[at] ?? 0;
      const own = byGroup.get(group) ?? [];
      own.push([pays[at] ?? 0, rank, rank]);
      byGroup.set(group, own);
    }
  }
  return byGroup;
}

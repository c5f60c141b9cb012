import type { RankedSalaries } from '../../../../shared/statistics/percentile.ts';

/** The records of one group, with salaries at the few ranks that the statistics of panels need. */
export interface PayGroup extends RankedSalaries {
  /** Sum of all salaries, in centavos. */
  readonly total: bigint;
}

/** Groups by their keys: those of a dimension, or the occupations of a family by their codes. */
export type PayGroups = ReadonlyMap<number, PayGroup>;

/** A salary in centavos, and the first and last rank that have it. */
export type PickedSalary = readonly [centavos: number, first: number, last: number];

/** A group as its source counts it. */
export interface CountedGroup {
  readonly key: number;
  readonly records: number;
  /** Sum of all salaries, in centavos. */
  readonly total: bigint;
  readonly picked: readonly PickedSalary[];
}

/** A group with salaries at a few ranks; throws `RangeError` for any other rank. */
export function pickedPayGroup({ records, total, picked }: Omit<CountedGroup, 'key'>): PayGroup {
  return {
    count: records,
    total,
    salaryAt(rank) {
      const found = picked.find(([, first, last]) => rank >= first && rank <= last);
      if (found === undefined) throw new RangeError(`Rank ${rank} of ${records} was not picked.`);
      return found[0];
    },
  };
}

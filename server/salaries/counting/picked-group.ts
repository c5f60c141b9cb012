import type { PickedSalary } from '../panels/pay-group.ts';
import { wantedRanks } from './wanted-ranks.ts';

/** The records of one group, by the few ranks that the statistics of panels ask for. */
export interface CountedGroup {
  readonly key: number;
  readonly records: number;
  /** What all of them earn together, in centavos. */
  readonly total: bigint;
  readonly picked: readonly PickedSalary[];
}

/** A group of its salaries in centavos, ascending, and how many records have each (0 where none does). */
export function pickedGroup(key: number, pays: Uint32Array, counts: Int32Array): CountedGroup {
  let records = 0;
  // Doubles while they are whole numbers without gaps, BigInt beyond.
  let exact = 0n;
  let partial = 0;
  for (let place = 0; place < counts.length; place++) {
    const count = counts[place] ?? 0;
    if (count === 0) continue;
    records += count;
    const sum = (pays[place] ?? 0) * count;
    if (partial + sum <= Number.MAX_SAFE_INTEGER) {
      partial += sum;
    } else {
      exact += BigInt(partial) + BigInt(pays[place] ?? 0) * BigInt(count);
      partial = 0;
    }
  }
  const total = exact + BigInt(partial);
  return { key, records, total, picked: picked(pays, counts, records) };
}

function picked(pays: Uint32Array, counts: Int32Array, records: number): PickedSalary[] {
  const found: PickedSalary[] = [];
  let last = 0;
  let place = 0;
  for (const rank of wantedRanks(records)) {
    if (rank <= last) continue;
    while (last < rank) last += counts[place++] ?? 0;
    const here = counts[place - 1] ?? 0;
    found.push([pays[place - 1] ?? 0, last - here + 1, last]);
  }
  return found;
}

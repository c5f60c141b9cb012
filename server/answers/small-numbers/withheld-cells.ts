import type { WithheldReason } from '../../../shared/codes/withheld.ts';
import { fewestForStatistics } from '../../../shared/statistics/sample-size.ts';
import { reasonForCount } from '../../../shared/statistics/withheld.ts';

/**
 * Cells of which something is known together: that they add up to a figure which the answer tells, or to another one
 * of them. With one of them unknown the others would give it back.
 */
export type KnownTogether<Key> = ReadonlySet<Key>;

/**
 * Which cells' figures are withheld and why: those of fewer than `fewestForStatistics` records, and of what is known
 * together as many more, the smallest first (of equal ones the lower key, in whichever order they come), as it takes for the withheld ones to be at least two with at least
 * `fewestForStatistics` records. A cell that is known by itself is none of those: hiding it would hide nothing.
 */
export function withheldCells<Key extends string | number>(
  counts: ReadonlyMap<Key, number>,
  known: readonly KnownTogether<Key>[],
): ReadonlyMap<Key, WithheldReason> {
  const withheld = new Map<Key, WithheldReason>();
  for (const [key, count] of counts) {
    const reason = reasonForCount(count);
    if (reason !== null) withheld.set(key, reason);
  }
  const groups = known.map((keys) => [...keys].filter((key) => (counts.get(key) ?? 0) > 0));
  const knownAlone = new Set(groups.flatMap((keys) => (keys.length === 1 ? keys : [])));
  const recordsOf = (key: Key) => counts.get(key) ?? 0;
  const isBefore = (key: Key, other: Key) =>
    recordsOf(key) < recordsOf(other) || (recordsOf(key) === recordsOf(other) && key < other);
  /** What protects the withheld cells of a group next; undefined where nothing is to be done, or can be. */
  const nextOf = (keys: readonly Key[]): Key | undefined => {
    const unknown = keys.filter((key) => withheld.has(key));
    const records = unknown.reduce((sum, key) => sum + recordsOf(key), 0);
    if (unknown.length === 0) return undefined;
    if (unknown.length > 1 && records >= fewestForStatistics) return undefined;
    return keys
      .filter((key) => !withheld.has(key) && !knownAlone.has(key))
      .reduce<Key | undefined>(
        (least, key) => (least === undefined || isBefore(key, least) ? key : least),
        undefined,
      );
  };
  for (let isSettled = false; !isSettled;) {
    isSettled = true;
    for (const keys of groups) {
      const next = nextOf(keys);
      if (next === undefined) continue;
      withheld.set(next, 'protege_outro');
      isSettled = false;
    }
  }
  return withheld;
}

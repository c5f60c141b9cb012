import type { SuppressionReason } from '../../../../shared/codes/codes.ts';
import { minForConfidence, minForStatistics } from '../../../../shared/statistics/design-effect.ts';
import { reasonForCount, type MinRecords } from '../../../../shared/statistics/suppression.ts';

/**
 * Cells with a known sum: they add up to a published figure or to one of themselves. With a single unknown cell, the
 * others would reveal it.
 */
export type KnownTogether<Key> = ReadonlySet<Key>;

/** The suppressed figures of a cell: all of them, for a reason, or only the mean, which protects another cell. */
export type CellSuppression = SuppressionReason | 'so_a_media';

/**
 * Primary and complementary suppression. Primary: a cell with fewer than `minRecords` records loses all its figures.
 * Complementary: means and counts add up, medians do not. So a set of cells that are known together loses the mean of
 * one more cell, until at least two means are unknown and stand for at least `minRecords` records. That cell is the
 * smallest with `minForConfidence` records. A smaller one is the last choice and loses all its figures, because its
 * quartiles are nearly its records. Of equal cells, the one with the lower key is chosen. A cell that is known by itself
 * is never chosen: its suppression protects nothing.
 */
export function suppressedCells<Key extends string | number>(
  counts: ReadonlyMap<Key, number>,
  known: readonly KnownTogether<Key>[],
  minRecords: MinRecords,
): ReadonlyMap<Key, CellSuppression> {
  const suppressed = new Map<Key, CellSuppression>();
  for (const [key, count] of counts) {
    const reason = reasonForCount(count, minRecords);
    if (reason !== null) suppressed.set(key, reason);
  }
  const { groups, knownAlone } = knownGroups(counts, known);
  const recordsOf = (key: Key) => counts.get(key) ?? 0;
  const isThin = (key: Key) => recordsOf(key) < minForConfidence;
  const isBefore = (key: Key, other: Key) => {
    if (isThin(key) !== isThin(other)) return isThin(other);
    if (recordsOf(key) !== recordsOf(other)) return recordsOf(key) < recordsOf(other);
    return key < other;
  };
  /** The next cell to suppress in a group; undefined where the group is protected, or cannot be. */
  const nextOf = (keys: readonly Key[]): Key | undefined => {
    const unknown = keys.filter((key) => suppressed.has(key));
    const records = unknown.reduce((sum, key) => sum + recordsOf(key), 0);
    if (unknown.length === 0) return undefined;
    if (unknown.length > 1 && records >= minRecords) return undefined;
    return keys
      .filter((key) => !suppressed.has(key) && !knownAlone.has(key))
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
      suppressed.set(next, isThin(next) ? 'protege_outro' : 'so_a_media');
      isSettled = false;
    }
  }
  return suppressed;
}

/**
 * As `suppressedCells`, for a response that has the exact distribution of some of the sets, or of all. A cell with all
 * records of such a set but fewer than `minForStatistics` loses all its figures: beside the distribution, its quartiles
 * would reveal those.
 */
export function suppressedBesideDistribution<Key extends string | number>(
  counts: ReadonlyMap<Key, number>,
  known: readonly KnownTogether<Key>[],
  minRecords: MinRecords,
  distributed: readonly KnownTogether<Key>[] = known,
): ReadonlyMap<Key, CellSuppression> {
  const suppressed = new Map(suppressedCells(counts, known, minRecords));
  const { groups, knownAlone } = knownGroups(counts, distributed);
  const recordsOf = (key: Key) => counts.get(key) ?? 0;
  for (const keys of groups) {
    const parts = keys.filter((key) => !knownAlone.has(key));
    const all = parts.reduce((sum, key) => sum + recordsOf(key), 0);
    for (const key of parts) {
      const others = all - recordsOf(key);
      const isNearlyAll = others > 0 && others < minForStatistics;
      if (isNearlyAll && suppressed.get(key) === 'so_a_media') suppressed.set(key, 'protege_outro');
    }
  }
  return suppressed;
}

/** The sets without their empty cells, and the cells that are known by themselves. */
function knownGroups<Key>(counts: ReadonlyMap<Key, number>, known: readonly KnownTogether<Key>[]) {
  const groups = known.map((keys) => [...keys].filter((key) => (counts.get(key) ?? 0) > 0));
  const knownAlone = new Set(groups.flatMap((keys) => (keys.length === 1 ? keys : [])));
  return { groups, knownAlone };
}

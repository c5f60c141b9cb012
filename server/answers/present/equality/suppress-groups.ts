import { minForSensitive, minForStatistics } from '../../../../shared/statistics/design-effect.ts';
import type { MinRecords } from '../../../../shared/statistics/suppression.ts';
import {
  suppressedCells,
  type CellSuppression,
  type KnownTogether,
} from '../suppression/suppressed-cells.ts';
import type { GroupPay } from './equality-groups.ts';

/**
 * Suppression within one response of Igualdade. Each sex of a group has a total, which splits into the people compared
 * with the other sex and the people outside the comparison. Each of these three adds up from the rows to the whole. So
 * the amounts of two of them reveal the third, and the amounts of all rows but one reveal the last row.
 */

export interface GroupSuppression {
  /** Null where median and mean are shown. */
  readonly women: CellSuppression | null;
  readonly men: CellSuppression | null;
  /** Whether amounts and ratios of the same work are suppressed. */
  readonly isComparedHidden: boolean;
}

type Groups = ReadonlyMap<string, GroupPay>;
type Sex = 'women' | 'men';
const sexes = ['women', 'men'] as const satisfies Sex[];

/** What is suppressed of a group and of the rows right below it, which add up to it. */
export function suppressedRows(whole: GroupPay, rows: Groups): (code: string) => GroupSuppression {
  const all = new Map([[wholeKey, whole], ...rows]);
  // The races, on the same screen, reveal the whole: its suppression protects nothing.
  const known = rows.size === 0 ? [] : [new Set(all.keys()), new Set([wholeKey])];
  const totals = totalsOf(all, known, minForStatistics);
  const hidden = hiddenComparisons(all, totals, minForStatistics);
  if (rows.size > 0) addComplementary(all, totals, hidden);
  return (code) => ({ ...totalsAt(totals, code), isComparedHidden: hidden.has(code) });
}

/** The whole's key: no code of the CBO. */
export const wholeKey = 'whole';

/**
 * What is suppressed of a group's races; the same screen shows their whole elsewhere. People are compared within their
 * race, so that the compared people do not add up to any published figure.
 */
export function suppressedRaces(races: Groups): (race: string) => GroupSuppression {
  const totals = totalsOf(races, [new Set(races.keys())], minForSensitive);
  const hidden = hiddenComparisons(races, totals, minForSensitive);
  return (race) => ({ ...totalsAt(totals, race), isComparedHidden: hidden.has(race) });
}

/** Whether a sex has only a few people, all of one race: their pay is the group's, which the same screen shows. */
export const isOfOneRace = (races: Groups): boolean =>
  sexes.some((sex) => {
    const counts = [...races.values()]
      .map((group) => group[sex].count)
      .filter((count) => count > 0);
    const [only = 0] = counts;
    return counts.length === 1 && only >= minForStatistics && only < minForSensitive;
  });

type Totals = Readonly<Record<Sex, ReadonlyMap<string, CellSuppression>>>;

function totalsOf(
  groups: Groups,
  known: readonly KnownTogether<string>[],
  minRecords: MinRecords,
): Totals {
  const countsOf = (sex: Sex) =>
    new Map([...groups].map(([key, group]) => [key, group[sex].count]));
  const of = (sex: Sex) => suppressedCells(countsOf(sex), known, minRecords);
  return { women: of('women'), men: of('men') };
}

const totalsAt = (totals: Totals, key: string) => ({
  women: totals.women.get(key) ?? null,
  men: totals.men.get(key) ?? null,
});

const comparedOf = ({ gap }: GroupPay, sex: Sex) => gap?.compared?.[sex] ?? 0;
const outsideOf = (group: GroupPay, sex: Sex) => group[sex].count - comparedOf(group, sex);

/** Whether the count is too small to publish figures: above zero and below the minimum. */
const isFew = (count: number, minRecords: MinRecords) => count > 0 && count < minRecords;

/** The groups whose figures of the same work would reveal something of the group itself. */
function hiddenComparisons(groups: Groups, totals: Totals, minRecords: MinRecords): Set<string> {
  const revealsNothing = (key: string, group: GroupPay) =>
    sexes.every(
      (sex) =>
        !totals[sex].has(key) &&
        comparedOf(group, sex) >= minRecords &&
        !isFew(outsideOf(group, sex), minRecords),
    );
  const hidden = [...groups].filter(([key, group]) => !revealsNothing(key, group));
  return new Set(hidden.map(([key]) => key));
}

/**
 * Suppresses the figures of the same work of more groups until none follows from the others. Ratios go with the amounts:
 * both of their sides add up from the rows to the whole. Adds these groups to `hidden`.
 */
function addComplementary(all: Groups, totals: Totals, hidden: Set<string>): void {
  /** Whether a hidden group's compared amounts cannot be derived from its other figures. */
  const isUnknown = (key: string, group: GroupPay, sex: Sex) =>
    hidden.has(key) &&
    comparedOf(group, sex) > 0 &&
    (outsideOf(group, sex) > 0 || totals[sex].has(key));
  const isSensitive = (key: string, group: GroupPay, sex: Sex) =>
    totals[sex].has(key) ||
    isFew(comparedOf(group, sex), minForStatistics) ||
    isFew(outsideOf(group, sex), minForStatistics);
  const isProtected = (sex: Sex): boolean => {
    const unknown = [...all].filter(([key, group]) => isUnknown(key, group, sex));
    if (!unknown.some(([key, group]) => isSensitive(key, group, sex))) return true;
    const rows = unknown.filter(([key]) => key !== wholeKey);
    if (rows.length < unknown.length) return rows.length > 0;
    const together = (countOf: typeof comparedOf) =>
      rows.reduce((sum, [, group]) => sum + countOf(group, sex), 0);
    return (
      rows.length > 1 &&
      !isFew(together(comparedOf), minForStatistics) &&
      !isFew(together(outsideOf), minForStatistics)
    );
  };
  const nextFor = (sex: Sex): string | undefined =>
    [...all]
      .filter(
        ([key, group]) =>
          !hidden.has(key) && comparedOf(group, sex) > 0 && outsideOf(group, sex) > 0,
      )
      .toSorted(
        ([a, one], [b, other]) => comparedOf(one, sex) - comparedOf(other, sex) || (a < b ? -1 : 1),
      )[0]?.[0];
  for (;;) {
    const sex = sexes.find((one) => !isProtected(one) && nextFor(one) !== undefined);
    const next = sex && nextFor(sex);
    if (next === undefined) return;
    hidden.add(next);
  }
}

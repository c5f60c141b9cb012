import { fewestForSensitive, fewestForStatistics } from '../../../shared/statistics/sample-size.ts';
import type { FewestRecords } from '../../../shared/statistics/withheld.ts';
import { withheldCells, type CellSuppression } from '../small-numbers/withheld-cells.ts';
import type { GroupPay } from './equality-answer.ts';

/**
 * Suppression within one answer of Igualdade. Of each sex a group has its total, and this splits into those compared with
 * somebody of the other sex and those outside the comparison; each of the three adds up from the rows to the whole. So
 * money that is told of two of them gives the third, and of all rows but one the last.
 */

/** How much is told of the same work: amounts, their ratios alone, or nothing. */
export type ComparedMoney = 'amounts' | 'ratios' | 'none';

/** What is suppressed of a group. */
export interface GroupSuppression {
  /** Null where median and mean are told. */
  readonly women: CellSuppression | null;
  readonly men: CellSuppression | null;
  readonly compared: ComparedMoney;
}

type Groups = ReadonlyMap<string, GroupPay>;
type Sex = 'women' | 'men';
const sexes = ['women', 'men'] as const satisfies Sex[];

/** What is suppressed of a group and of the rows right below it, which add up to it. */
export function suppressedRows(whole: GroupPay, rows: Groups): (code: string) => GroupSuppression {
  const all = new Map([[wholeKey, whole], ...rows]);
  const known = rows.size === 0 ? [] : [new Set(all.keys())];
  const totals = totalsOf(all, (counts) => withheldCells(counts, known));
  const hidden = new Set(
    [...all].flatMap(([key, group]) =>
      isComparedTold(group, totalsAt(totals, key), fewestForStatistics) ? [] : [key],
    ),
  );
  if (rows.size > 0) protectCompared({ all, totals, hidden });
  return (code) => ({
    ...totalsAt(totals, code),
    compared: comparedMoney(all.get(code), hidden.has(code), fewestForStatistics),
  });
}

/** The whole's key: no code of the CBO. */
export const wholeKey = 'whole';

/**
 * What is suppressed of a group's races, whose whole is told elsewhere on the same screen. People are compared within
 * their race, so that those compared add up to nothing that is told.
 */
export function suppressedRaces(races: Groups): (race: string) => GroupSuppression {
  const totals = totalsOf(races, (counts) =>
    withheldCells(counts, [new Set(races.keys())], fewestForSensitive),
  );
  const hidden = new Set(
    [...races].flatMap(([key, group]) =>
      isComparedTold(group, totalsAt(totals, key), fewestForSensitive) ? [] : [key],
    ),
  );
  return (race) => ({
    ...totalsAt(totals, race),
    compared: comparedMoney(races.get(race), hidden.has(race), fewestForSensitive),
  });
}

type Totals = Readonly<Record<Sex, ReadonlyMap<string, CellSuppression>>>;

function totalsOf(
  groups: Groups,
  suppress: (counts: ReadonlyMap<string, number>) => ReadonlyMap<string, CellSuppression>,
): Totals {
  const of = (sex: Sex) =>
    suppress(new Map([...groups].map(([key, own]) => [key, own[sex].count])));
  return { women: of('women'), men: of('men') };
}

const totalsAt = (totals: Totals, key: string) => ({
  women: totals.women.get(key) ?? null,
  men: totals.men.get(key) ?? null,
});

const comparedOf = ({ gap }: GroupPay, sex: Sex) => gap?.compared?.[sex] ?? 0;
const outsideOf = (group: GroupPay, sex: Sex) => group[sex].count - comparedOf(group, sex);

/** Whether so few people are a group that nothing may be told of. */
const isFew = (count: number, fewest: FewestRecords) => count > 0 && count < fewest;

/** Whether amounts of the same work give back nothing of the group itself. */
function isComparedTold(
  group: GroupPay,
  { women, men }: Pick<GroupSuppression, Sex>,
  fewest: FewestRecords,
): boolean {
  return (
    women === null &&
    men === null &&
    sexes.every((sex) => comparedOf(group, sex) >= fewest && !isFew(outsideOf(group, sex), fewest))
  );
}

interface Table {
  /** The whole and its rows. */
  readonly all: Groups;
  readonly totals: Totals;
  /** Groups whose amounts of the same work are suppressed; grows. */
  readonly hidden: Set<string>;
}

/** Suppresses amounts of the same work of more groups until none follows from the others. */
function protectCompared({ all, totals, hidden }: Table): void {
  /** Of whom the compared do not follow from the group's own figures. */
  const isUnknown = (key: string, group: GroupPay, sex: Sex) =>
    hidden.has(key) &&
    comparedOf(group, sex) > 0 &&
    (outsideOf(group, sex) > 0 || totals[sex].has(key));
  const isSensitive = (key: string, group: GroupPay, sex: Sex) =>
    totals[sex].has(key) ||
    isFew(comparedOf(group, sex), fewestForStatistics) ||
    isFew(outsideOf(group, sex), fewestForStatistics);
  const isProtected = (sex: Sex): boolean => {
    const unknown = [...all].filter(([key, group]) => isUnknown(key, group, sex));
    if (!unknown.some(([key, group]) => isSensitive(key, group, sex))) return true;
    const rows = unknown.filter(([key]) => key !== wholeKey);
    if (rows.length < unknown.length) return rows.length > 0;
    const together = (countOf: typeof comparedOf) =>
      rows.reduce((sum, [, group]) => sum + countOf(group, sex), 0);
    return (
      rows.length > 1 &&
      !isFew(together(comparedOf), fewestForStatistics) &&
      !isFew(together(outsideOf), fewestForStatistics)
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

/**
 * A ratio of the same work has an unknown on either side: what the other sex earns in the same cells. In few cells it is
 * nearly what that sex earns in all.
 */
function comparedMoney(
  group: GroupPay | undefined,
  isHidden: boolean,
  fewest: FewestRecords,
): ComparedMoney {
  const compared = group?.gap?.compared;
  if (compared == null || Math.min(compared.women, compared.men) < fewest) return 'none';
  if (!isHidden) return 'amounts';
  return compared.cells >= fewestForStatistics ? 'ratios' : 'none';
}

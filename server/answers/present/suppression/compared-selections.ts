import { sum } from 'd3-array';
import type { MinRecords } from '../../../../shared/statistics/suppression.ts';
import type { QueryLimits, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import { isAboutAll, requestsOccupation, type SalaryQuery } from '../../query/salary-query.ts';
import { separateConditions } from '../../query/selection-sql.ts';
import { minRecordsOf } from './min-records.ts';

/**
 * Suppression between the selections of one comparison (docs/decisions/0031-small-numbers.md). Each has its exact
 * distribution, so a reader can subtract one from another.
 */

/** The records that exactly some of the selections count. */
export interface SelectionPart {
  /** Bit i is set where selection i counts them. */
  readonly members: number;
  /**
   * Records by the sign of their sum for each salary. `negative` is 0 unless MOV and FOR have the same line, and an
   * exclusion of one counts as one of the other.
   */
  readonly positive: number;
  readonly negative: number;
}

/**
 * For each query, whether its figures are suppressed because they differ from those of the previous queries by too few
 * records. Scans the lines once, or not at all where no two queries can share a record.
 */
export async function nearlyEqualSelections(
  warehouse: Warehouse,
  queries: readonly SalaryQuery[],
  limits: QueryLimits,
): Promise<boolean[]> {
  const canShare = queries.some((one, place) =>
    queries.slice(0, place).some((other) => mayShareRecords(one, other)),
  );
  if (!canShare) return queries.map(() => false);
  const parts = await selectionParts(warehouse, queries, limits);
  return suppressedSelections(parts, queries.map(minRecordsOf));
}

const exclusive = ['uf', 'region', 'sex', 'race'] as const;

/** False where a filter alone excludes any common record of both queries. */
function mayShareRecords(one: SalaryQuery, other: SalaryQuery): boolean {
  if (one.period === null || other.period === null) return false;
  if (one.period.to < other.period.from || other.period.to < one.period.from) return false;
  if (one.movement !== 'todas' && other.movement !== 'todas' && one.movement !== other.movement)
    return false;
  return (
    mayShareOccupations(one, other) &&
    exclusive.every(
      (name) => one[name] === null || other[name] === null || one[name] === other[name],
    )
  );
}

/** A query has the occupations that it names and those of its family. */
function mayShareOccupations(one: SalaryQuery, other: SalaryQuery): boolean {
  if (isAboutAll(one) || isAboutAll(other)) return true;
  return (
    (one.family !== null && one.family === other.family) ||
    (one.occupations ?? []).some((code) => requestsOccupation(other, code)) ||
    (other.occupations ?? []).some((code) => requestsOccupation(one, code))
  );
}

/**
 * The parts into which some queries divide their records. A cancelled line counts only in the declared series: its
 * exclusion takes it from all queries that select it, and gives it back to those of that series. Otherwise a query
 * that only one of the series answers would divide line and exclusion, and the exclusion would look like a record.
 */
async function selectionParts(
  warehouse: Warehouse,
  queries: readonly SalaryQuery[],
  limits: QueryLimits,
): Promise<SelectionPart[]> {
  const { clauses, params } = separateConditions(
    queries.map((query) => ({ ...query, series: 'ajustada' })),
  );
  const isDeclared = queries.map(({ series }) => series === 'declarada');
  const selected = clauses.map((clause, place) =>
    isDeclared[place] === true ? `(${clause} and kind = 'MOV')` : `(${clause})`,
  );
  const members = selected.map((clause, place) => `${2 ** place} * ${clause}`);
  const declared = isDeclared.reduce(
    (bits, isOne, place) => (isOne ? bits | (1 << place) : bits),
    0,
  );
  const text = `
    select members,
      sumIf(records, records > 0) as positive,
      -sumIf(records, records < 0) as negative
    from (
      select part.1 as members, salary, sum(part.2) as records
      from (
        select salary,
          arrayJoin([(selections, standing), (bitAnd(selections, toUInt32(${declared})), cancelled)]) as part
        from (
          select toUInt32(${members.join('\n            + ')}) as selections, salary,
            toInt64(sum(weight)) as standing, toInt64(countIf(weight < 0)) as cancelled
          from movements
          where batch in {batches:Array(UInt32)} and (${selected.join(' or ')})
          group by selections, salary
        )
      )
      group by members, salary
      having members != 0 and records != 0
    )
    group by members`;
  const batches = [...new Set(queries.flatMap(({ release }) => release.batches))];
  return warehouse.rows<SelectionPart>({ text, params: { ...params, batches } }, limits);
}

/**
 * Which selections lose their figures, in their order: an earlier selection keeps its figures. `minRecords` is the minimum
 * of each. A selection that has fewer records than its own minimum has no figures and reveals nothing.
 */
export function suppressedSelections(
  parts: readonly SelectionPart[],
  minRecords: readonly MinRecords[],
): boolean[] {
  const shown: number[] = [];
  return minRecords.map((minimum, place) => {
    const own = parts.filter(({ members }) => hasMember(members, place));
    const records = sum(own, ({ positive, negative }) => positive - negative);
    if (records < minimum) return false;
    const reveals = combinationsWith(place, shown).some(
      (combination) =>
        combination.size > 1 &&
        areLinked(combination, parts) &&
        revealsFew(combination, parts, minRecords),
    );
    if (!reveals) shown.push(place);
    return reveals;
  });
}

const hasMember = (members: number, place: number) => (members & (1 << place)) !== 0;

/** Selections that are added (1) or subtracted (-1), by their place. */
type Combination = ReadonlyMap<number, 1 | -1>;

/** Every sum and difference of a selection with some of the others. */
function combinationsWith(place: number, others: readonly number[]): Combination[] {
  const first: Combination[] = [new Map([[place, 1]])];
  return others.reduce<Combination[]>(
    (combinations, other) =>
      combinations.flatMap((combination) => [
        combination,
        new Map([...combination, [other, 1]]),
        new Map([...combination, [other, -1]]),
      ]),
    first,
  );
}

/**
 * Whether shared records link all selections of a combination, directly or through others of it. Otherwise it reveals
 * nothing beyond its linked parts, each of which is a combination too. Its own records would count as revealed where
 * another selection has a higher minimum.
 */
function areLinked(combination: Combination, parts: readonly SelectionPart[]): boolean {
  const all = [...combination.keys()].reduce((bits, place) => bits | (1 << place), 0);
  // Starts with the lowest bit.
  let linked = all & -all;
  for (let before = 0; before !== linked;) {
    before = linked;
    for (const { members } of parts) if ((members & linked) !== 0) linked |= members & all;
  }
  return linked === all;
}

/**
 * Whether a combination reveals too few records: those that it adds, or those that it subtracts. Records of the other
 * sign hide only equal salaries.
 */
function revealsFew(
  combination: Combination,
  parts: readonly SelectionPart[],
  minRecords: readonly MinRecords[],
): boolean {
  let added = 0;
  let subtracted = 0;
  for (const { members, positive, negative } of parts) {
    const times = sum(combination, ([place, sign]) => (hasMember(members, place) ? sign : 0));
    if (times === 0) continue;
    added += times > 0 ? positive : negative;
    subtracted += times > 0 ? negative : positive;
  }
  const minimum = Math.max(...[...combination.keys()].map((place) => minRecords[place] ?? 0));
  const isFew = (records: number) => records > 0 && records < minimum;
  return isFew(added) || isFew(subtracted);
}

import { ownFilters } from '../../../../shared/filters/own-filters.ts';
import { keysOf } from '../../../../shared/codes/keys.ts';
import type { QueryLimits, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import { endingTogether } from '../../../platform/warehouse/cancel-together.ts';
import { withoutFilters } from '../filters/catalogue.ts';
import { remainingLines } from './remaining-lines.ts';
import { dimensionOf, dimensions, type DimensionName } from '../dimensions.ts';
import { askedFamily, familyQuestion } from '../panel-queries.ts';
import type { PayGroup } from './pay-group.ts';
import { groupedPay, type Grouping } from './grouped-pay.ts';
import type { Question } from '../salary-query.ts';
import type { CountedPay } from './counted-pay.ts';
import { unkeptFamilies, type FamilyCounts, type FamilyGroups } from './family-counts.ts';

/**
 * Counts a query over the lines themselves: the engine groups them, whatever their number and salaries. A cached family
 * is not counted again.
 */
export async function countLines(
  warehouse: Warehouse,
  question: Question,
  limits: QueryLimits,
  families: FamilyCounts = unkeptFamilies,
): Promise<CountedPay> {
  const [counted, family, remaining] = await endingTogether(limits, (limited) =>
    Promise.all([
      groupedPay(warehouse, question, groupingsOf(question), limited),
      groupsOfFamily(warehouse, question, families, limited),
      remainingLines(warehouse, question, limited),
    ]),
  );
  const none: ReadonlyMap<number, PayGroup> = new Map();
  const groupsOf = (dimension: DimensionName) => counted.groups.get(dimension) ?? none;
  return {
    structure: 'lines',
    remaining,
    distribution: counted.distribution,
    groups: (dimension) =>
      dimension === 'occupation' && family !== null ? family : groupsOf(dimension),
    occupations: new Map(
      [...groupsOf('occupation')].map(([cbo, { count }]) => [cbo, count] as const),
    ),
  };
}

/** The groups of some dimensions only, counted over the lines themselves. */
export async function countGroups(
  warehouse: Warehouse,
  question: Question,
  names: readonly DimensionName[],
  limits: QueryLimits,
) {
  const groupings = names.map((dimension) => ({
    dimension,
    question: questionOf(question, dimension),
  }));
  return (await groupedPay(warehouse, question, groupings, limits)).groups;
}

/** The dimensions that a query's response includes. */
export const toldDimensionsOf = (question: Question): DimensionName[] =>
  keysOf(dimensions).filter((name) => dimensionOf(name).isTold?.(question) ?? true);

/** The groupings of a single scan: all dimensions of the response, and the requested occupations. */
function groupingsOf(question: Question): Grouping[] {
  const told = toldDimensionsOf(question).filter((name) => name !== 'occupation');
  const areAsked = question.occupations !== null || question.family !== null;
  return [
    ...told.map((dimension) => ({ dimension, question: questionOf(question, dimension) })),
    ...(areAsked ? [{ dimension: 'occupation', question } as const] : []),
  ];
}

/** The query whose records a dimension groups. */
function questionOf(question: Question, name: DimensionName): Question {
  const { leavesOut, over } = dimensionOf(name);
  const left = leavesOut === null ? [] : ownFilters[leavesOut].filters;
  const asked = withoutFilters(question, left);
  return over?.(asked) ?? asked;
}

/**
 * Every occupation of the one requested family; null if the query has several families, or already covers the whole
 * family.
 */
async function groupsOfFamily(
  warehouse: Warehouse,
  question: Question,
  families: FamilyCounts,
  limits: QueryLimits,
): Promise<FamilyGroups | null> {
  const family = askedFamily(question);
  const whole = family === null ? question : familyQuestion(question, family);
  if (whole === question) return null;
  return families.of(whole, async () => {
    const grouping = { dimension: 'occupation', question: whole } as const;
    const { groups } = await groupedPay(warehouse, whole, [grouping], limits);
    return groups.get('occupation') ?? new Map();
  });
}

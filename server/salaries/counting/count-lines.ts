import { ownFilters } from '../../../shared/filters/own-filters.ts';
import { keysOf } from '../../../shared/keys.ts';
import type { QueryLimits, Warehouse } from '../../warehouse/warehouse.ts';
import { distributionOf } from '../distribution.ts';
import { endingTogether } from '../ending-together.ts';
import { remainingLines } from '../funnel.ts';
import { withoutFilters } from '../filters/catalogue.ts';
import { dimensionOf, dimensions, type DimensionName } from '../panels/dimensions.ts';
import type { PayGroup } from '../panels/pay-group.ts';
import { groupedPay, type Scan } from '../panels/pay-groups.ts';
import { shownState } from '../panels/regional.ts';
import type { Question } from '../question.ts';
import { countedRows } from '../selection-sql.ts';
import type { CountedPay } from './counted-pay.ts';

/** Counts a question over the lines themselves: the engine groups them, whatever their number and salaries. */
export async function countLines(
  warehouse: Warehouse,
  question: Question,
  limits: QueryLimits,
): Promise<CountedPay> {
  const [distribution, occupations, found, remaining] = await endingTogether(limits, (limited) =>
    Promise.all([
      distributionOf(warehouse, question, limited),
      recordsByOccupation(warehouse, question, limited),
      Promise.all(scansOf(question).map((scan) => groupedPay(warehouse, scan, limited))),
      remainingLines(warehouse, question, limited),
    ]),
  );
  const groups = new Map(found.flatMap((grouped) => [...grouped]));
  const none: ReadonlyMap<number, PayGroup> = new Map();
  return {
    structure: 'lines',
    remaining,
    distribution,
    groups: (dimension) => groups.get(dimension) ?? none,
    occupations,
  };
}

/** Which questions to count, and by which dimensions; those that leave out the same filters share a scan. */
function scansOf(question: Question): Scan[] {
  const state = shownState(question);
  const told = keysOf(dimensions).filter((name) => dimensionOf(name).isTold?.(question) ?? true);
  const byFilters = Map.groupBy(told, (name) => dimensionOf(name).leavesOut);
  const byQuestion = new Map<Question, DimensionName[]>();
  for (const [own, names] of byFilters) {
    const filters = own === null ? [] : ownFilters[own].filters;
    const left = withoutFilters(question, filters);
    for (const name of names) {
      const asked = dimensionOf(name).over?.(left) ?? left;
      byQuestion.set(asked, [...(byQuestion.get(asked) ?? []), name]);
    }
  }
  return [...byQuestion].map(([asked, names]) => ({
    question: asked,
    dimensions: names,
    shownState: state,
  }));
}

/** Records of each occupation; none when the question is about all of them. */
async function recordsByOccupation(
  warehouse: Warehouse,
  question: Question,
  limits: QueryLimits,
): Promise<CountedPay['occupations']> {
  if (question.occupations === null && question.family === null) return new Map();
  const { clauses, params } = countedRows(question);
  const rows = await warehouse.rows<{ cbo: number; records: number }>(
    {
      text: `
        select cbo, sum(weight) as records
        from movements
        where ${clauses.join(' and ')}
        group by cbo`,
      params,
    },
    limits,
  );
  return new Map(rows.map(({ cbo, records }) => [cbo, records]));
}

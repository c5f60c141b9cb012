import type { FunnelStep } from '../../../../shared/contracts/search.ts';
import type { QueryLimits, Sql, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import type { SalaryQuery } from '../salary-query.ts';
import { countedSteps, selectionOf, stepParams } from '../selection-sql.ts';

/** How many lines remain after the selection and after each step, in the order of the funnel. */
export type RemainingLines = ReadonlyMap<FunnelStep['step'], number>;

export async function remainingLines(
  warehouse: Warehouse,
  query: SalaryQuery,
  limits: QueryLimits,
): Promise<RemainingLines> {
  const [row] = await warehouse.rows<Record<string, number>>(funnelSql(query), limits);
  const steps = ['selecao', 'serie', ...countedSteps(query).map(({ step }) => step)] as const;
  return new Map(steps.map((step) => [step, row?.[step] ?? 0]));
}

function funnelSql(query: SalaryQuery): Sql {
  const selection = selectionOf(query);
  const passed: string[] = [];
  const sums = countedSteps(query).map(({ step, clause }) => {
    passed.push(clause);
    return `sumIf(weight, ifNull(${passed.join(' and ')}, 0)) as ${step}`;
  });
  const net = query.series === 'ajustada' ? ['sum(weight) as serie'] : [];
  const text = `
    select countIf(weight = 1) as selecao, ${[...net, ...sums].join(',\n      ')}
    from movements
    where ${selection.clauses.join('\n      and ')}`;
  return { text, params: { ...selection.params, ...stepParams(query) } };
}

import type { FunnelStep } from '../../../../shared/contracts/search.ts';
import type { QueryLimits, Sql, Warehouse } from '../../../platform/warehouse/warehouse.ts';
import type { Question } from '../salary-query.ts';
import { countedSteps, salaryRangeParams, selectionOf, writtenSteps } from '../selection-sql.ts';

/** How many lines remain after the selection and after each step. */
export type RemainingLines = ReadonlyMap<FunnelStep['step'], number>;

/** The remaining lines, counted by the engine. */
export async function remainingLines(
  warehouse: Warehouse,
  question: Question,
  limits: QueryLimits,
): Promise<RemainingLines> {
  const [row] = await warehouse.rows<Record<string, number>>(funnelSql(question), limits);
  const steps = ['selecao', 'serie', ...countedSteps(question).map(({ step }) => step)] as const;
  return new Map(steps.map((step) => [step, row?.[step] ?? 0]));
}

function funnelSql(question: Question): Sql {
  const selection = selectionOf(question);
  const passed: string[] = [];
  const sums = writtenSteps(question).map(({ step, clause }) => {
    passed.push(clause);
    return `sumIf(weight, ifNull(${passed.join(' and ')}, 0)) as ${step}`;
  });
  const net = question.series === 'ajustada' ? ['sum(weight) as serie'] : [];
  const text = `
    select countIf(weight = 1) as selecao, ${[...net, ...sums].join(',\n      ')}
    from movements
    where ${selection.clauses.join('\n      and ')}`;
  return { text, params: { ...selection.params, ...salaryRangeParams(question) } };
}

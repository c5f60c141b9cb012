import type { FunnelStep } from '../../../shared/contracts/search.ts';
import { mteSalaryBounds } from '../../reference/minimum-wage.ts';
import type { SqlValue } from '../../platform/warehouse/warehouse.ts';
import { filterConditions } from './filters/catalogue.ts';
import type { Condition } from './filters/line-filter.ts';
import { queryMonths, type SalaryQuery } from './salary-query.ts';

/** Conditions in SQL with the values of their parameters. */
export interface Conditions {
  readonly clauses: readonly string[];
  readonly params: Readonly<Record<string, SqlValue>>;
}

/** The rows of the warehouse that the query selects, before series, movement and salary rule. */
export function selectionOf(query: SalaryQuery): Conditions {
  return joinConditions(selectionConditions(query));
}

function selectionConditions(query: SalaryQuery): Condition[] {
  const { release, period } = query;
  return [
    { clause: 'batch in {batches:Array(UInt32)}', params: { batches: release.batches } },
    {
      clause: 'month between {from:UInt32} and {to:UInt32}',
      params: { from: Number(period?.from ?? 0), to: Number(period?.to ?? 0) },
    },
    ...filterConditions(query),
  ];
}

/** The conditions of several queries that are counted in a single scan. */
export interface CombinedConditions extends Conditions {
  /** The condition of each query within the lines that any of them counts; null for all of these lines. */
  readonly own: readonly (string | null)[];
}

/**
 * The rows that any of some queries counts. The queries may differ only in filters and months. A condition that all
 * queries share appears once.
 */
export function combinedConditions(queries: readonly SalaryQuery[]): CombinedConditions {
  const requested = queries.map((query) => {
    const conditions = selectionConditions(query);
    return new Map(conditions.map((condition) => [JSON.stringify(condition), condition]));
  });
  const [first = new Map<string, Condition>()] = requested;
  const isShared = (key: string) => requested.every((conditions) => conditions.has(key));
  const shared = [...first].filter(([key]) => isShared(key)).map(([, condition]) => condition);
  const others = new Map<string, Condition>();
  const own = requested.map((conditions) =>
    [...conditions].flatMap(([key, condition]) => {
      if (isShared(key)) return [];
      const known = others.get(key) ?? renamed(condition, others.size);
      others.set(key, known);
      return [known];
    }),
  );
  const ownClauses = own.map((conditions) =>
    conditions.length === 0 ? null : and(conditions.map(({ clause }) => clause)),
  );
  const any = ownClauses.includes(null) ? [] : [anyOf(ownClauses)];
  const widest = queries.toSorted((a, b) => queryMonths(b).length - queryMonths(a).length)[0];
  const steps = widest === undefined ? [] : countedSteps(widest);
  return {
    clauses: [...shared.map(({ clause }) => clause), ...steps.map(({ clause }) => clause), ...any],
    own: ownClauses,
    params: {
      ...joinConditions([...shared, ...others.values()]).params,
      ...(widest && stepParams(widest)),
    },
  };
}

/** The rows of each query, whatever the queries differ in: one condition per query, with separate parameter names. */
export function separateConditions(queries: readonly SalaryQuery[]): Conditions {
  return joinConditions(
    queries.map((query, place) => {
      const { clauses, params } = countedRows(query);
      return renamed({ clause: and(clauses), params }, place);
    }),
  );
}

const and = (clauses: readonly string[]) => `ifNull(${clauses.join(' and ')}, 0)`;

const anyOf = (clauses: readonly (string | null)[]) =>
  `(${[...new Set(clauses)].join('\n            or ')})`;

/** The condition with its parameters renamed: two queries may have the same condition with other values. */
function renamed({ clause, params }: Condition, place: number): Condition {
  const alias = (name: string) => `${name}_${place}`;
  return {
    clause: clause.replaceAll(/\{(\w+):/g, (_, name: string) => `{${alias(name)}:`),
    params: Object.fromEntries(Object.entries(params).map(([name, value]) => [alias(name), value])),
  };
}

function joinConditions(conditions: readonly Condition[]): Conditions {
  return {
    clauses: conditions.map(({ clause }) => clause),
    params: Object.assign({}, ...conditions.map(({ params }) => params)),
  };
}

export type RuleStep = Exclude<FunnelStep['step'], 'selecao'>;

export interface StepCondition {
  readonly step: RuleStep;
  readonly clause: string;
}

/**
 * The conditions that lead from the selection to the lines counted, in the order of the funnel. Rules: DOMAIN.md,
 * "Which lines count in a salary". The bounds themselves count.
 */
export function countedSteps(query: SalaryQuery): StepCondition[] {
  return [
    ...seriesStep(query),
    ...movementStep(query),
    ...ruleSteps(query),
    ...salaryRangeStep(query),
  ];
}

export function stepParams({ salaryFrom, salaryTo }: SalaryQuery): Record<string, SqlValue> {
  return {
    ...(salaryFrom !== null && { salaryFrom }),
    ...(salaryTo !== null && { salaryTo }),
  };
}

function seriesStep({ series }: SalaryQuery): StepCondition[] {
  return series === 'declarada' ? [{ step: 'serie', clause: `kind = 'MOV' and weight = 1` }] : [];
}

function movementStep({ movement }: SalaryQuery): StepCondition[] {
  if (movement === 'todas') return [];
  return [{ step: 'movimentacao', clause: `balance = ${movement === 'admissao' ? 1 : -1}` }];
}

function ruleSteps(query: SalaryQuery): StepCondition[] {
  const { rule } = query;
  const hasSalary: StepCondition = { step: 'vazio', clause: 'salary is not null' };
  if (rule === 'bruto') return [hasSalary, { step: 'zero', clause: 'salary > 0' }];
  const bounds = queryMonths(query).map((month) => ({ month, ...mteSalaryBounds(month) }));
  const mte: StepCondition[] = [
    { step: 'intermitente', clause: 'intermittent != 1' },
    hasSalary,
    {
      step: 'piso',
      clause: inEveryMonth(
        bounds.map(({ month, minCentavos }) => [month, `salary >= ${minCentavos}`]),
      ),
    },
    {
      step: 'teto',
      clause: inEveryMonth(
        bounds.map(({ month, maxCentavos }) => [month, `salary <= ${maxCentavos}`]),
      ),
    },
  ];
  if (rule === 'mte') return mte;
  return [
    ...mte,
    { step: 'jornada', clause: 'ifNull(hours, 0) >= 4000' },
    { step: 'aprendiz', clause: 'apprentice != 1' },
  ];
}

function salaryRangeStep({ salaryFrom, salaryTo }: SalaryQuery): StepCondition[] {
  const clauses = [
    ...(salaryFrom === null ? [] : ['salary >= {salaryFrom:Int64}']),
    ...(salaryTo === null ? [] : ['salary <= {salaryTo:Int64}']),
  ];
  return clauses.length === 0 ? [] : [{ step: 'faixaSalarial', clause: clauses.join(' and ') }];
}

/**
 * Every row that counts: the selection and all its steps, with more conditions of the caller. Sums of `weight` over it
 * are numbers of records.
 */
export function countedRows(query: SalaryQuery, ...others: readonly Condition[]): Conditions {
  return joinConditions([
    ...selectionConditions(query),
    ...countedSteps(query).map(({ clause }) => ({ clause, params: stepParams(query) })),
    ...others,
  ]);
}

/**
 * One condition per span of months with the same condition, as neighbouring months mostly have. Uses comparisons only:
 * a choice by month costs the engine ten times as much.
 */
function inEveryMonth(conditions: readonly (readonly [month: string, clause: string])[]): string {
  const spans: { from: string; to: string; clause: string }[] = [];
  for (const [month, clause] of conditions) {
    const last = spans.at(-1);
    if (last?.clause === clause) last.to = month;
    else spans.push({ from: month, to: month, clause });
  }
  if (spans.length < 2) return spans[0]?.clause ?? '1';
  const clauses = spans.map(
    ({ from, to, clause }) => `(${clause} or month < ${Number(from)} or month > ${Number(to)})`,
  );
  return clauses.join(' and ');
}

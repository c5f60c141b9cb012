import {
  payExpression,
  traitFields,
  traitsExpression,
  type Trait,
} from '../../warehouse/traits.ts';
import type { Sql } from '../../warehouse/warehouse.ts';
import type { Condition } from '../filter-sql.ts';
import type { DimensionName } from '../panels/dimensions.ts';
import { onlyFilters, ownFilters, withoutFilters } from '../panels/own-filters.ts';
import type { Question } from '../question.ts';
import { countedWrittenRows, filterConditions, together } from '../selection-sql.ts';
import type { CountingPlan, GroupingPlan } from './plan.ts';

/** The rows of a question as columns, and what is to be counted of them. */
export interface ColumnsQuestion {
  readonly sql: Sql;
  readonly plan: CountingPlan;
}

export interface AskedColumns {
  readonly question: Question;
  readonly dimensions: readonly DimensionName[];
  readonly hasDistribution: boolean;
  /** The state whose municipalities `municipality` tells apart. */
  readonly shownState: number | null;
  /** Conditions that its lines meet besides. */
  readonly besides: readonly Condition[];
  /** More rows are not counted. */
  readonly mostRows: number;
}

/**
 * One pass over the lines for all the dimensions. Each of them leaves out the filter that is about itself, so lines
 * come that fail one such filter and no other; the column `passes` has a bit for each filter that a line passes.
 */
export function columnsQuestion(asked: AskedColumns): ColumnsQuestion {
  const { question, dimensions, hasDistribution, mostRows } = asked;
  const left = leftOut(question, dimensions);
  const bitOf = (name: DimensionName) => {
    const index = left.findIndex(({ filter }) => filter === filterOf[name]);
    return index === -1 ? 0 : 1 << index;
  };
  const groupings = dimensions.map((name) => ({ name, ...sources[name], leavesOut: bitOf(name) }));
  const everyFilter = (1 << left.length) - 1;
  return {
    sql: columnsSql(asked, left, groupings),
    plan: { groupings, everyFilter, hasDistribution, mostRows },
  };
}

type OwnFilterName = keyof typeof ownFilters;

/** The filter that a dimension leaves out. */
const filterOf: Readonly<Partial<Record<DimensionName, OwnFilterName>>> = {
  country: 'place',
  state: 'place',
  municipality: 'place',
  companySize: 'companySize',
  sex: 'gender',
  schooling: 'schooling',
  age: 'age',
  section: 'sector',
  subclass: 'subclass',
};

const everyBit = 0xff_ff_ff_ff;

const trait = (name: Trait) => {
  const { shift, bits } = traitFields[name];
  return { column: 'traits', shift, mask: 2 ** bits - 1 };
};

const whole = (column: string | null) => ({ column, shift: 0, mask: everyBit });

/** Where each dimension's groups stand in the columns. */
const sources: Readonly<Record<DimensionName, Omit<GroupingPlan, 'name' | 'leavesOut'>>> = {
  country: whole(null),
  state: trait('state'),
  municipality: whole('place'),
  companySize: trait('companySize'),
  month: whole('period'),
  sex: trait('sex'),
  schooling: trait('schooling'),
  age: trait('age'),
  section: trait('section'),
  subclass: whole('activity'),
  occupation: whole('cbo'),
};

/** Months are AAAAMM of this century: less that, they fit 16 bits. */
const monthsBase = 200_000;

/** Columns that are computed; the others are the table's own. */
const computed: Readonly<Record<string, string>> = {
  place: 'if(uf = {shownState:Nullable(UInt16)}, least(municipality, 9999999), 0)',
  period: `toUInt16(month - ${monthsBase})`,
  activity: 'least(subclass, 9999999)',
  traits: traitsExpression,
};

interface LeftOut {
  readonly filter: OwnFilterName;
  readonly clause: string;
  readonly params: Sql['params'];
}

/** The filters that some of the dimensions leave out, where they are set. */
function leftOut(question: Question, dimensions: readonly DimensionName[]): LeftOut[] {
  const names = new Set(dimensions.flatMap((name) => filterOf[name] ?? []));
  return [...names].flatMap((filter) => {
    const conditions = filterConditions(onlyFilters(question, ownFilters[filter]));
    if (conditions.length === 0) return [];
    const { clauses, params } = together(conditions);
    return [{ filter, clause: `ifNull(${clauses.join(' and ')}, 0)`, params }];
  });
}

function columnsSql(
  { question, besides, shownState, mostRows }: AskedColumns,
  left: readonly LeftOut[],
  groupings: readonly GroupingPlan[],
): Sql {
  const leftFilters = left.flatMap(({ filter }) => ownFilters[filter]);
  const counted = countedWrittenRows(withoutFilters(question, leftFilters));
  const also = together(besides);
  const names = new Set(groupings.flatMap(({ column }) => column ?? []));
  const columns = [...names].map((name) =>
    computed[name] === undefined ? name : `${computed[name]} as ${name}`,
  );
  const bits = left.map(({ clause }, index) => `(${clause}) * ${1 << index}`);
  const passes = bits.length === 0 ? [] : [`toUInt8(${bits.join(' + ')}) as passes`];
  // One filter may be left out at a time: with a single one, nothing is.
  const few =
    left.length < 2
      ? []
      : [`${left.map(({ clause }) => `(${clause})`).join(' + ')} >= ${left.length - 1}`];
  const text = `
    select ${['weight', `${payExpression} as pay`, ...columns, ...passes].join(', ')}
    from movements
    where ${[...counted.clauses, ...also.clauses, ...few].join('\n      and ')}
    limit {mostRows:UInt32}`;
  const params = Object.assign({}, counted.params, also.params, ...left.map((own) => own.params));
  return { text, params: { ...params, mostRows: mostRows + 1, shownState } };
}

/** The key by which panels know a group, of the value that the columns have for it. */
export function keyOfValue(dimension: DimensionName, value: number): number {
  if (dimension === 'month') return value + monthsBase;
  if (dimension === 'section') return value + letterBase;
  return dimension === 'schooling' && value === 0 ? notInformed : value;
}

/** What the code of a capital letter has above its lowest five bits. */
const letterBase = 64;
const notInformed = 80;

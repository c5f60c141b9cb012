import type { Distribution } from '../../../shared/search.ts';
import type { QueryLimits, Warehouse } from '../../warehouse/warehouse.ts';
import { endingTogether } from '../ending-together.ts';
import type { DimensionName } from '../panels/dimensions.ts';
import { askedFamily, familyQuestion } from '../panels/family.ts';
import { pickedPayGroup, type PayGroup } from '../panels/pay-group.ts';
import { shownState } from '../panels/regional.ts';
import { trendMonths } from '../panels/trend.ts';
import type { Question } from '../question.ts';
import { columnsQuestion, keyOfValue, type AskedColumns } from './columns-sql.ts';
import type { CountedRows } from './count-rows.ts';
import type { CountedPay } from './counted-pay.ts';
import { countInThreads } from './counting-threads.ts';

/** More lines are counted where they lie: handed over they would take too much memory, 20 bytes each. */
const mostRows = 4_000_000;

type Part = Pick<AskedColumns, 'question' | 'dimensions' | 'hasDistribution' | 'besides'>;

/** Counts a question by columns. Throws `UncountableRowsError` where it cannot. */
export async function countColumns(
  warehouse: Warehouse,
  question: Question,
  limits: QueryLimits,
): Promise<CountedPay> {
  const asked = [mainPart(question), ...earlierMonths(question), ...restOfFamily(question)];
  const state = shownState(question);
  const [main, ...others] = await endingTogether(limits, (limited) =>
    Promise.all(asked.map((part) => countPart(warehouse, part, state, limited))),
  );
  if (main === undefined) throw new Error('A question has a main part.');
  const groups = groupsByDimension([main, ...others]);
  return {
    structure: 'columns',
    distribution: main.distribution ?? noDistribution,
    groups,
    occupations: new Map(
      (main.groups.get('occupation') ?? []).map(({ key, records }) => [key, records]),
    ),
  };
}

const noDistribution: Distribution = { centavos: [], counts: [] };

function mainPart(question: Question): Part {
  const isAboutOccupations = question.occupations !== null || question.family !== null;
  return {
    question,
    dimensions: [
      'state',
      'month',
      question.section === null ? 'section' : 'subclass',
      'schooling',
      'age',
      'companySize',
      'sex',
      'country',
      ...(shownState(question) === null ? [] : (['municipality'] as const)),
      ...(isAboutOccupations ? (['occupation'] as const) : []),
    ],
    hasDistribution: true,
    besides: [],
  };
}

/** The months before those asked that the trend tells too. */
function earlierMonths(question: Question): Part[] {
  const { period } = question;
  const earlier = trendMonths(question).filter((month) => period !== null && month < period.from);
  const [from, to] = [earlier[0], earlier.at(-1)];
  if (from === undefined || to === undefined) return [];
  return [
    {
      question: { ...question, period: { from, to } },
      dimensions: ['month'],
      hasDistribution: false,
      besides: [],
    },
  ];
}

/** The other occupations of the one family that was asked a part of. */
function restOfFamily(question: Question): Part[] {
  const family = askedFamily(question);
  if (family === null || question.family !== null) return [];
  return [
    {
      question: familyQuestion(question, family),
      dimensions: ['occupation'],
      hasDistribution: false,
      besides: [
        {
          clause: 'cbo not in {askedOccupations:Array(UInt32)}',
          params: { askedOccupations: question.occupations ?? [] },
        },
      ],
    },
  ];
}

async function countPart(
  warehouse: Warehouse,
  part: Part,
  state: number | null,
  limits: QueryLimits,
): Promise<CountedRows> {
  const { sql, plan } = columnsQuestion({ ...part, shownState: state, mostRows });
  const bytes = await warehouse.columns(sql, limits);
  return countInThreads(bytes, plan);
}

function groupsByDimension(parts: readonly CountedRows[]): CountedPay['groups'] {
  const byDimension = new Map<DimensionName, Map<number, PayGroup>>();
  for (const { groups } of parts) {
    for (const [name, counted] of groups) {
      const known = byDimension.get(name) ?? new Map<number, PayGroup>();
      for (const group of counted) known.set(keyOfValue(name, group.key), pickedPayGroup(group));
      byDimension.set(name, known);
    }
  }
  return (dimension) => byDimension.get(dimension) ?? new Map<number, PayGroup>();
}

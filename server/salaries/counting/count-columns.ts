import type { Distribution } from '../../../shared/search.ts';
import { rowsIn } from '../../warehouse/native-columns.ts';
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
import { RowPieces } from './counting-threads.ts';
import { occupationRanges } from './occupation-ranges.ts';
import { UncountableRowsError } from './uncountable.ts';

/** More lines are counted where they lie: handed over they would take too much memory, about 20 bytes each. */
const mostRows = 30_000_000;
/** Of one statement, whose answer is one piece. */
const mostRowsAtOnce = 4_000_000;

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
      ...(isNarrow(question) ? (['occupation'] as const) : []),
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
  const asked = { ...part, shownState: state };
  return isNarrow(part.question)
    ? countAtOnce(warehouse, asked, limits)
    : countInPieces(warehouse, asked, limits);
}

const isNarrow = ({ occupations, family }: Question) => occupations !== null || family !== null;

type AskedPart = Omit<AskedColumns, 'mostRows'>;

async function countAtOnce(
  warehouse: Warehouse,
  asked: AskedPart,
  limits: QueryLimits,
): Promise<CountedRows> {
  const { sql, plan } = columnsQuestion({ ...asked, mostRows: mostRowsAtOnce });
  const rows = new RowPieces();
  rows.add(await warehouse.columns(sql, limits));
  return rows.count(plan);
}

/** Two at a time, so that whoever asks about an occupation finds a connection. */
const piecesAtOnce = 2;

async function countInPieces(
  warehouse: Warehouse,
  asked: AskedPart,
  limits: QueryLimits,
): Promise<CountedRows> {
  const ranges = await occupationRanges(warehouse, asked.question, limits);
  const whole = columnsQuestion({ ...asked, mostRows });
  const rows = new RowPieces();
  let left = mostRows;
  const waiting = ranges.values();
  const readPieces = async () => {
    for (const range of waiting) {
      const besides = [...asked.besides, range];
      const { sql } = columnsQuestion({ ...asked, besides, mostRows: left });
      const bytes = await warehouse.columns(sql, limits);
      left -= rowsIn(bytes);
      if (left < 0) throw new UncountableRowsError(`There are more than ${mostRows} rows.`);
      rows.add(bytes);
    }
  };
  await Promise.all(Array.from({ length: piecesAtOnce }, readPieces));
  return rows.count(whole.plan);
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

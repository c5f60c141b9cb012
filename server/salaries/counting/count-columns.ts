import { rowsIn } from '../../warehouse/native-columns.ts';
import type { QueryLimits, Warehouse } from '../../warehouse/warehouse.ts';
import { endingTogether } from '../ending-together.ts';
import { remainingLines } from '../funnel.ts';
import type { DimensionName } from '../panels/dimensions.ts';
import { askedFamily, familyQuestion } from '../panels/family.ts';
import { pickedPayGroup, type PayGroup } from '../panels/pay-group.ts';
import { shownState } from '../panels/regional.ts';
import { trendMonths } from '../panels/trend.ts';
import type { Question } from '../question.ts';
import { columnsQuestion, keyOfValue, type AskedColumns } from './columns-sql.ts';
import type { CountedGroup, CountedRows } from './count-rows.ts';
import { unkeptFamilies, type FamilyCounts, type FamilyGroups } from './family-counts.ts';
import type { CountedPay } from './counted-pay.ts';
import { RowPieces } from './counting-threads.ts';
import { occupationRanges } from './occupation-ranges.ts';
import { UncountableRowsError } from './uncountable.ts';

/** More lines are counted where they lie: handed over they would take too much memory, about 20 bytes each. */
const mostRows = 30_000_000;
/** Of one statement, whose answer is one piece. */
const mostRowsAtOnce = 4_000_000;

type Part = Pick<AskedColumns, 'question' | 'dimensions' | 'hasDistribution' | 'besides'>;

/** Counts a question by columns; families that are known are not counted. Throws `UncountableRowsError` where it cannot. */
export async function countColumns(
  warehouse: Warehouse,
  question: Question,
  limits: QueryLimits,
  families: FamilyCounts = unkeptFamilies,
): Promise<CountedPay> {
  const state = shownState(question);
  const [main, family, earlier, remaining] = await endingTogether(limits, (limited) =>
    Promise.all([
      countPart(warehouse, mainPart(question), state, limited),
      groupsOfFamily(warehouse, question, families, limited),
      Promise.all(
        earlierMonths(question).map((part) => countPart(warehouse, part, state, limited)),
      ),
      remainingLines(warehouse, question, limited),
    ]),
  );
  const groups = groupsByDimension([main, ...earlier]);
  return {
    structure: 'columns',
    remaining,
    distribution: {
      centavos: [...(main.distribution?.centavos ?? [])],
      counts: [...(main.distribution?.counts ?? [])],
    },
    groups: (dimension) =>
      dimension === 'occupation' && family !== null ? family : groups(dimension),
    occupations: new Map(
      (main.groups.get('occupation') ?? []).map(({ key, records }) => [key, records]),
    ),
  };
}

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

/** Every occupation of the one family that was asked; null where it was several, or the question has them all. */
async function groupsOfFamily(
  warehouse: Warehouse,
  question: Question,
  families: FamilyCounts,
  limits: QueryLimits,
): Promise<FamilyGroups | null> {
  const family = askedFamily(question);
  if (family === null || question.family !== null) return null;
  const whole = familyQuestion(question, family);
  return families.of(whole, async () => {
    const part = { question: whole, dimensions: ['occupation'], hasDistribution: false } as const;
    const { groups } = await countPart(warehouse, { ...part, besides: [] }, null, limits);
    return payGroups('occupation', groups.get('occupation') ?? []);
  });
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
      byDimension.set(name, new Map([...known, ...payGroups(name, counted)]));
    }
  }
  return (dimension) => byDimension.get(dimension) ?? new Map<number, PayGroup>();
}

const payGroups = (name: DimensionName, counted: readonly CountedGroup[]) =>
  new Map(counted.map((group) => [keyOfValue(name, group.key), pickedPayGroup(group)]));

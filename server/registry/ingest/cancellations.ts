import { csvRow, csvStart } from '../../platform/csv.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import type { Store } from '../../platform/store/store.ts';
import { emptyCode } from '../../platform/warehouse/empty-values.ts';
import { sharedColumns, type Column } from '../../platform/warehouse/layout.ts';
import { sharedNames } from '../../platform/warehouse/schema.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';

/**
 * Exclusions remove lines from salary distributions by value: each removes one copy of a line equal to it in all 28
 * shared columns (DOMAIN.md, "Months and adjustments"). Matching compares multisets, so the result does not depend on
 * the order of loading, and an exclusion without an equal line removes nothing.
 */
export interface MatchedMonth {
  readonly month: string;
  /** Number of exclusions that match a line. */
  readonly matched: number;
  /** Number of exclusions that match no line of the given files. */
  readonly unmatched: number;
}

export interface MatchRequest {
  /** Months of movement to match, AAAAMM. */
  readonly months: readonly string[];
  readonly movementBatches: readonly number[];
  readonly exclusionBatches: readonly number[];
  readonly signal?: AbortSignal | undefined;
}

// A key of few columns finds the candidates cheaply, and two more columns reduce them: without those two the whole
// history has tens of millions of candidates, more than fit in memory. The other columns decide whether lines are
// equal.
const candidateKey = `(cbo, municipality, ifNull(salary, -1), month)`;
const closeKey = `(cbo, municipality, ifNull(salary, -1), month, subclass, ifNull(age, 999))`;

const amongExclusions = (key: string) => `${key} in (
          select ${key} from exclusions
          where batch in {exclusionBatches:Array(UInt32)} and month in {months:Array(UInt32)}
        )`;

const equalLines = `
    select ${sharedNames}, max(file_kind) as line_kind, sum(copies) as lines, sum(cancels) as exclusions
    from (
      select ${sharedNames}, toInt8(kind) as file_kind, 1 as copies, 0 as cancels
      from movements
      where weight = 1 and batch in {movementBatches:Array(UInt32)} and month in {months:Array(UInt32)}
        and ${amongExclusions(candidateKey)}
        and ${amongExclusions(closeKey)}
      union all
      select ${sharedNames}, 0 as file_kind, 0 as copies, 1 as cancels
      from exclusions
      where batch in {exclusionBatches:Array(UInt32)} and month in {months:Array(UInt32)}
    )
    group by ${sharedNames}`;

const parameters = (request: MatchRequest) => ({
  months: request.months.map(Number),
  movementBatches: request.movementBatches,
  exclusionBatches: request.exclusionBatches,
});

const limitsOf = ({ signal }: MatchRequest) => ({
  timeoutMs: 30 * 60 * 1000,
  threads: 2,
  signal,
});

/** Counts, for each month that has exclusions, how many match a line and how many do not. */
export async function matchExclusions(
  warehouse: Warehouse,
  request: MatchRequest,
): Promise<MatchedMonth[]> {
  const rows = await warehouse.rows<{ month: number; matched: number; unmatched: number }>(
    {
      text: `
        select month, sum(least(lines, exclusions)) as matched, sum(exclusions) - matched as unmatched
        from (${equalLines})
        where exclusions > 0
        group by month
        order by month`,
      params: parameters(request),
    },
    limitsOf(request),
  );
  return rows.map((row) => ({ ...row, month: String(row.month) }));
}

/** Writes a row of weight -1 for every cancelled copy. Each month has its own batch. */
export async function writeCancellations(
  warehouse: Warehouse,
  request: MatchRequest,
  batchOfMonth: ReadonlyMap<string, number>,
): Promise<void> {
  await warehouse.run(
    {
      text: `
        insert into movements (batch, weight, kind, ${sharedNames})
        select transform(month, {batchMonths:Array(UInt32)}, {monthBatches:Array(UInt32)}, toUInt32(0)), -1,
          if(line_kind = 2, 'FOR', 'MOV'), ${sharedNames}
        from (${equalLines})
        array join range(least(lines, exclusions))`,
      params: {
        ...parameters(request),
        batchMonths: [...batchOfMonth.keys()].map(Number),
        monthBatches: [...batchOfMonth.values()],
      },
    },
    limitsOf(request),
  );
}

/**
 * The exclusions of the current release that match no loaded line, as CSV in chunks: the official columns and the
 * number of copies. They do not affect any distribution; loading the files to which they refer matches them.
 */
export async function* unmatchedCsv(store: Store, warehouse: Warehouse): AsyncGenerator<string> {
  const { files, months } = await currentRelease(store);
  const batchesOf = (isExclusion: boolean) =>
    files.filter(({ kind }) => (kind === 'EXC') === isExclusion).map(({ batch }) => batch);
  yield `${csvStart}${csvRow([...sharedColumns.map(({ header }) => header), 'cópias'])}`;
  const request = {
    months: months.filter((month) => month.unmatched_exclusions > 0).map(({ month }) => month),
    movementBatches: batchesOf(false),
    exclusionBatches: batchesOf(true),
  };
  const text = `
    select ${sharedNames}, exclusions - least(lines, exclusions) as copies
    from (${equalLines})
    where exclusions > lines
    order by all`;
  const chunks = warehouse.stream<Record<string, string | number | null>>(
    { text, params: parameters(request) },
    limitsOf(request),
  );
  for await (const rows of chunks) {
    yield rows
      .map((row) =>
        csvRow([
          ...sharedColumns.map((column) => shown(column, row[column.name] ?? null)),
          row['copies'] ?? null,
        ]),
      )
      .join('');
  }
}

/** A value as the official file writes it. */
function shown({ form, type }: Column, value: string | number | null): string | number | null {
  if (value === null) return null;
  if (form === 'hundredths') return (Number(value) / 100).toFixed(2).replace('.', ',');
  return form === 'code' && value === emptyCode(type) ? null : value;
}

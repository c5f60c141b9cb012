import { defined } from '../format/defined.ts';
import type { NumberColumn, WholeColumns } from '../../../platform/warehouse/native-columns.ts';
import type { Sql } from '../../../platform/warehouse/warehouse.ts';
import type { Release } from '../../query/release.ts';
import { payExpression } from '../format/layout.ts';
import { codedDetails, codedName, codedTraits, detailNames } from '../format/line-columns.ts';

/** The lines of a month and movement, in the columns that `orderLines` reads. */
export function linesSql({ batches }: Release, month: string, balance: 1 | -1): Sql {
  return {
    text: `
      select toUInt8({balance:Int8} = -1) as dismissal, cbo, weight, ${payExpression} as pay, toUInt8(salary is not null) as known, ${codedTraits} as coded,
        ${codedDetails.join(', ')},
        least(municipality, 9999999) as municipality, subclass
      from movements
      where batch in {batches:Array(UInt32)} and month = {month:UInt32} and balance = {balance:Int8}`,
    params: { batches, month: Number(month), balance },
  };
}

/**
 * The data of which a month file is made: the batches with lines of the month, their numbers of lines and a digest of
 * the lines.
 */
export interface MonthBatch {
  readonly month: number;
  readonly batch: number;
  readonly lines: number;
  readonly digest: string;
}

export function monthBatchesSql(batches: readonly number[]): Sql {
  return {
    text: `
      select month, batch, count() as lines, toString(sum(cityHash64(cbo, salary, age, municipality, weight))) as digest
      from movements
      where batch in {batches:Array(UInt32)}
      group by month, batch
      order by month, batch`,
    params: { batches },
  };
}

/** Two lines that agree in these columns are equal for every query. */
const names = [
  'dismissal',
  'cbo',
  'pay',
  'known',
  'coded',
  ...detailNames.map(codedName),
  'municipality',
  'subclass',
];

/**
 * Returns the cancelled rows: for each row of weight −1, one equal row. Throws `RangeError` if an equal row is missing:
 * then the lines differ from what publishing wrote.
 */
export function cancelledRows(
  { column }: WholeColumns,
  included: Uint32Array,
  cancelling: Uint32Array,
): number[] {
  if (cancelling.length === 0) return [];
  const columns = names.map(column);
  const [pay, coded] = [column('pay'), column('coded')];
  // Most rows are no line that is sought, as these two columns show.
  const markOf = (row: number) => defined(pay[row]) * 65_536 + (defined(coded[row]) % 65_536);
  const marks = new Set([...cancelling].map(markOf));
  const sought = new Map<string, number>();
  for (const row of cancelling) {
    const line = lineOf(columns, row);
    sought.set(line, (sought.get(line) ?? 0) + 1);
  }
  const cancelled: number[] = [];
  for (const row of included) {
    if (!marks.has(markOf(row))) continue;
    const line = lineOf(columns, row);
    const left = sought.get(line) ?? 0;
    if (left === 0) continue;
    sought.set(line, left - 1);
    cancelled.push(row);
  }
  if (cancelled.length < cancelling.length) {
    throw new RangeError(`${cancelling.length - cancelled.length} cancelled lines are not there.`);
  }
  return cancelled;
}

const lineOf = (columns: readonly NumberColumn[], row: number) =>
  columns.map((values) => values[row]).join(' ');

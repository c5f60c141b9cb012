import { defined } from '../format/numbers.ts';
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

/** Rows of a result in two orders. */
export interface OrderedLines {
  /**
   * By movement; within it usual lines by salary, those without a salary first, then the others in the same way. Lines
   * of the same salary are by subclass, which compresses better.
   */
  readonly bySalary: Uint32Array;
  /** The same rows by movement and occupation, then as by salary. */
  readonly byOccupation: Uint32Array;
}

export interface KeysOfRows {
  /** 1 for rows that are not usual, plus 2 for dismissals. */
  readonly kinds: Uint8Array;
  /** The indexes of the rows' subclasses. */
  readonly subclass: Uint16Array;
}

/**
 * Radix sort of the rows of `linesSql`, from the least significant digit to the most significant: each pass is stable.
 */
export function orderLines(
  { column }: WholeColumns,
  counted: Uint32Array,
  { kinds, subclass }: KeysOfRows,
): OrderedLines {
  const pay = column('pay');
  let order = ordered(counted, subclass, 0, 16);
  order = ordered(order, column('known'), 0, 1);
  order = ordered(order, pay, 0, 11);
  order = ordered(order, pay, 11, 11);
  order = ordered(order, pay, 22, 10);
  const bySalary = ordered(order, kinds, 0, 2);
  const occupations = numberedCodes(column('cbo')).places;
  const byOccupation = ordered(ordered(bySalary, occupations, 0, 16), kinds, 1, 1);
  return { bySalary, byOccupation };
}

/** Sorts rows by some bits of their values. */
function ordered(
  rows: Uint32Array,
  values: NumberColumn,
  shift: number,
  bits: number,
): Uint32Array {
  const mask = 2 ** bits - 1;
  // Where the rows of each digit begin.
  const next = new Uint32Array(mask + 2);
  for (let at = 0; at < rows.length; at++) {
    const following = ((defined(values[defined(rows[at])]) >>> shift) & mask) + 1;
    next[following] = defined(next[following]) + 1;
  }
  for (let digit = 1; digit <= mask; digit++) {
    next[digit] = defined(next[digit]) + defined(next[digit - 1]);
  }
  const sorted = new Uint32Array(rows.length);
  for (let at = 0; at < rows.length; at++) {
    const row = defined(rows[at]);
    const digit = (defined(values[row]) >>> shift) & mask;
    const place = defined(next[digit]);
    sorted[place] = row;
    next[digit] = place + 1;
  }
  return sorted;
}

/** The rows of lines, and the rows that each cancel one line. */
export function rowsByWeight({ column }: WholeColumns): {
  readonly counted: Uint32Array;
  readonly cancelling: Uint32Array;
} {
  const weight = column('weight');
  const counted = new Uint32Array(weight.length);
  const cancelling: number[] = [];
  let length = 0;
  for (let row = 0; row < weight.length; row++) {
    if (weight[row] === 1) counted[length++] = row;
    else cancelling.push(row);
  }
  return { counted: counted.subarray(0, length), cancelling: Uint32Array.from(cancelling) };
}

const mostCodes = 65_536;

/**
 * The distinct codes of a column, ascending, and the index of each row's code among them. Throws `RangeError` for more
 * codes than 16 bits can number.
 */
export function numberedCodes(column: NumberColumn) {
  const numbers = new Map<number, number>();
  const rows = new Uint32Array(column.length);
  for (let row = 0; row < rows.length; row++) {
    const code = defined(column[row]);
    const number = numbers.get(code) ?? numbers.size;
    if (number === numbers.size) numbers.set(code, number);
    rows[row] = number;
  }
  if (numbers.size > mostCodes) throw new RangeError(`A column has ${numbers.size} codes.`);
  const codes = Uint32Array.from(numbers.keys()).toSorted();
  const placeOf = new Uint16Array(codes.length);
  for (const [place, code] of codes.entries()) placeOf[defined(numbers.get(code))] = place;
  const places = new Uint16Array(rows.length);
  for (let row = 0; row < rows.length; row++) places[row] = defined(placeOf[defined(rows[row])]);
  return { codes, places };
}

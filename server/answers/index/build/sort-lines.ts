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
      select cbo, weight, ${payExpression} as pay, toUInt8(salary is not null) as known, ${codedTraits} as coded,
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

/** Two lines of a movement that agree in these columns are equal for every query. */
const names = [
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

/** Rows of a movement in two orders. */
export interface OrderedLines {
  /**
   * Usual lines by salary, those without a salary first, then the others in the same way. Lines of the same salary are
   * grouped by subclass, which compresses better.
   */
  readonly bySalary: Uint32Array;
  /** The same rows by occupation, then as by salary. */
  readonly byOccupation: Uint32Array;
}

export interface KeysOfRows {
  /** 1 for rows that are not usual. */
  readonly unusual: Uint8Array;
  /** Ascending with the row's occupation, then with `unusual`. */
  readonly group: Uint32Array;
  /** The number of the row's subclass, by first occurrence. */
  readonly subclass: Uint16Array;
}

/** Bits of a group: those of an occupation's place, and one. */
const groupBits = 17;

/**
 * Radix sort of the rows of `linesSql`, from the least significant digit to the most significant: each pass is stable.
 */
export function orderLines(
  { column }: WholeColumns,
  counted: Uint32Array,
  { unusual, group, subclass }: KeysOfRows,
): OrderedLines {
  const pay = column('pay');
  const digits: readonly Digit[] = [
    { values: subclass, shift: 0, bits: 16 },
    { values: pay, shift: 0, bits: 11 },
    { values: pay, shift: 11, bits: 11 },
    { values: pay, shift: 22, bits: 10 },
    { values: column('known'), shift: 0, bits: 1 },
    { values: unusual, shift: 0, bits: 1 },
  ];
  // Fresh memory for each pass would take longer than the pass.
  let [bySalary, spare] = [counted.slice(), new Uint32Array(counted.length)];
  for (const digit of digits) {
    sortInto(spare, bySalary, digit);
    [bySalary, spare] = [spare, bySalary];
  }
  sortInto(spare, bySalary, { values: group, shift: 0, bits: groupBits });
  return { bySalary, byOccupation: spare };
}

/** Some bits of the rows' values. */
interface Digit {
  readonly values: NumberColumn;
  readonly shift: number;
  readonly bits: number;
}

/** Fills `sorted` with rows in the order of a digit. */
function sortInto(sorted: Uint32Array, rows: Uint32Array, { values, shift, bits }: Digit): void {
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
  for (let at = 0; at < rows.length; at++) {
    const row = defined(rows[at]);
    const digit = (defined(values[row]) >>> shift) & mask;
    const place = defined(next[digit]);
    sorted[place] = row;
    next[digit] = place + 1;
  }
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

import type { WholeColumns } from '../../warehouse/native-columns.ts';

/** Lines of weight 1 and of weight −1 as columns, and two orders of the first. */
export interface OrderedLines {
  /** Rows of the answer, by salary; those without one first. */
  readonly bySalary: Uint32Array;
  /** The same rows by occupation, then salary. */
  readonly byOccupation: Uint32Array;
  /** Rows that cancel others. */
  readonly cancelling: Uint32Array;
}

/** Orders the rows of `linesSql` by counting, from the least digit to the greatest: each pass keeps the order before. */
export function orderLines({ rows, column }: WholeColumns): OrderedLines {
  const [weight, known, pay, cbo] = ['weight', 'known', 'pay', 'cbo'].map(column);
  if (!weight || !known || !pay || !cbo) throw new RangeError('A column is missing.');
  const every = Uint32Array.from({ length: rows }, (_, row) => row);
  const counted = every.filter((row) => weight[row] === 1);
  let order = ordered(counted, Uint32Array.from(known), { shift: 0, bits: 1 });
  const pays = Uint32Array.from(pay);
  for (const digit of digits) order = ordered(order, pays, digit);
  const bySalary = order;
  const codes = Uint32Array.from(cbo);
  for (const digit of digits) order = ordered(order, codes, digit);
  return { bySalary, byOccupation: order, cancelling: every.filter((row) => weight[row] !== 1) };
}

interface Digit {
  readonly shift: number;
  readonly bits: number;
}

const digits: readonly Digit[] = [
  { shift: 0, bits: 11 },
  { shift: 11, bits: 11 },
  { shift: 22, bits: 10 },
];

function ordered(rows: Uint32Array, values: Uint32Array, { shift, bits }: Digit): Uint32Array {
  const mask = 2 ** bits - 1;
  const next = new Uint32Array(mask + 2);
  for (const row of rows) {
    const digit = ((values[row] ?? 0) >>> shift) & mask;
    next[digit + 1] = (next[digit + 1] ?? 0) + 1;
  }
  for (let digit = 1; digit <= mask; digit++) {
    next[digit] = (next[digit] ?? 0) + (next[digit - 1] ?? 0);
  }
  const sorted = new Uint32Array(rows.length);
  for (const row of rows) {
    const digit = ((values[row] ?? 0) >>> shift) & mask;
    const at = next[digit] ?? 0;
    sorted[at] = row;
    next[digit] = at + 1;
  }
  return sorted;
}

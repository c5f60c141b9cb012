import type { NumberColumn } from '../../warehouse/native-columns.ts';
import { largestPay } from '../../warehouse/traits.ts';
import { UncountableRowsError } from './uncountable.ts';

/** Salaries below this (R$ 41,943.04) are told apart by a bit each, the few above by a set. */
const bitmapSize = 2 ** 22;

/** The distinct salaries of some rows, ascending, and each one's place among them. */
export interface PayCodes {
  /** Centavos. */
  readonly distinct: Uint32Array;
  /** The place of every salary, column by column. */
  readonly codes: readonly Uint32Array[];
}

// The place of every salary below the bitmap's size. What is left of earlier rows is never read.
const places = new Uint32Array(bitmapSize);

/** Throws `UncountableRowsError` where a salary is `largestPay` or more. */
export function payCodes(columns: readonly NumberColumn[]): PayCodes {
  const bits = new Uint32Array(bitmapSize / 32);
  const above = new Set<number>();
  for (const pays of columns) mark(pays, bits, above);
  if (above.has(largestPay)) throw new UncountableRowsError('A salary is beyond its column.');
  const distinct = [...distinctPays(bits), ...[...above].toSorted((a, b) => a - b)];
  const placeOfHigh = new Map<number, number>();
  for (const [place, pay] of distinct.entries()) {
    if (pay < bitmapSize) places[pay] = place;
    else placeOfHigh.set(pay, place);
  }
  return {
    distinct: Uint32Array.from(distinct),
    codes: columns.map((pays) => codesIn(pays, placeOfHigh)),
  };
}

function codesIn(pays: NumberColumn, placeOfHigh: ReadonlyMap<number, number>): Uint32Array {
  const codes = new Uint32Array(pays.length);
  for (let row = 0; row < pays.length; row++) {
    const pay = pays[row] ?? 0;
    codes[row] = (pay < bitmapSize ? places[pay] : placeOfHigh.get(pay)) ?? 0;
  }
  return codes;
}

/** Sets the bit of every salary below the bitmap's size, and gathers the others. */
function mark(pays: NumberColumn, bits: Uint32Array, above: Set<number>): void {
  for (let row = 0; row < pays.length; row++) {
    const pay = pays[row] ?? 0;
    if (pay >= bitmapSize) above.add(pay);
    else bits[pay >>> 5] = (bits[pay >>> 5] ?? 0) | (1 << (pay & 31));
  }
}

/** The salaries whose bits are set, ascending. */
function distinctPays(bits: Uint32Array): number[] {
  const pays: number[] = [];
  for (let word = 0; word < bits.length; word++) {
    for (let left = bits[word] ?? 0; left !== 0; left &= left - 1) {
      pays.push(word * 32 + 31 - Math.clz32(left & -left));
    }
  }
  return pays;
}

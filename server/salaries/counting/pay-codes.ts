import type { NumberColumn } from '../../warehouse/native-columns.ts';
import { largestPay } from '../../warehouse/traits.ts';
import { UncountableRowsError } from './uncountable.ts';

/** Salaries below this (R$ 41,943.04) are told apart by a bit each, the few above by a list. */
const bitmapSize = 2 ** 22;

/** The distinct salaries of some rows, ascending, and each one's place among them. */
export interface PayCodes {
  /** Centavos. */
  readonly distinct: Uint32Array;
  /** The place of every row's salary, in the rows' order. */
  readonly codes: Uint32Array;
}

/** Throws `UncountableRowsError` where a salary is `largestPay` or more. */
export function payCodes(pays: NumberColumn): PayCodes {
  const bits = new Uint32Array(bitmapSize / 32);
  const above = markedAbove(pays, bits);
  if (above.has(largestPay)) throw new UncountableRowsError('A salary is beyond its column.');
  const before = new Uint32Array(bits.length);
  let count = 0;
  for (let word = 0; word < bits.length; word++) {
    before[word] = count;
    count += onesIn(bits[word] ?? 0);
  }
  const high = [...above].toSorted((a, b) => a - b);
  const codeOfHigh = new Map(high.map((pay, place) => [pay, count + place]));
  const codes = new Uint32Array(pays.length);
  for (let row = 0; row < pays.length; row++) {
    const pay = pays[row] ?? 0;
    const word = pay >>> 5;
    codes[row] =
      pay < bitmapSize
        ? (before[word] ?? 0) + onesIn((bits[word] ?? 0) & ((1 << (pay & 31)) - 1))
        : (codeOfHigh.get(pay) ?? 0);
  }
  return { distinct: distinctPays(bits, count, high), codes };
}

/** Sets the bit of every salary below the bitmap's size; answers the others. */
function markedAbove(pays: NumberColumn, bits: Uint32Array): Set<number> {
  const above = new Set<number>();
  for (let row = 0; row < pays.length; row++) {
    const pay = pays[row] ?? 0;
    if (pay >= bitmapSize) above.add(pay);
    else bits[pay >>> 5] = (bits[pay >>> 5] ?? 0) | (1 << (pay & 31));
  }
  return above;
}

function distinctPays(bits: Uint32Array, count: number, high: readonly number[]): Uint32Array {
  const pays = new Uint32Array(count + high.length);
  let place = 0;
  for (let word = 0; word < bits.length; word++) {
    for (let left = bits[word] ?? 0; left !== 0; left &= left - 1) {
      pays[place++] = word * 32 + 31 - Math.clz32(left & -left);
    }
  }
  pays.set(high, count);
  return pays;
}

/** How many bits of a word are set. */
function onesIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

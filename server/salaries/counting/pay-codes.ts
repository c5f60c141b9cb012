import type { NumberColumn } from '../../warehouse/native-columns.ts';
import { largestPay } from '../../warehouse/traits.ts';
import { UncountableRowsError } from './uncountable.ts';

/** Salaries below this (R$ 41,943.04) are told apart by a bit each, the few above by a list. */
const bitmapSize = 2 ** 22;

/** The distinct salaries of some rows, ascending, and each one's place among them. */
export interface PayCodes {
  /** Centavos. */
  readonly distinct: Uint32Array;
  /** The place of every salary of one of the columns. */
  readonly codesOf: (pays: NumberColumn) => Uint32Array;
}

/** Throws `UncountableRowsError` where a salary is `largestPay` or more. */
export function payCodes(columns: readonly NumberColumn[]): PayCodes {
  const bits = new Uint32Array(bitmapSize / 32);
  const above = new Set<number>();
  for (const pays of columns) mark(pays, bits, above);
  if (above.has(largestPay)) throw new UncountableRowsError('A salary is beyond its column.');
  const before = new Uint32Array(bits.length);
  let count = 0;
  for (let word = 0; word < bits.length; word++) {
    before[word] = count;
    count += onesIn(bits[word] ?? 0);
  }
  const high = [...above].toSorted((a, b) => a - b);
  const codeOfHigh = new Map(high.map((pay, place) => [pay, count + place]));
  return {
    distinct: distinctPays(bits, count, high),
    codesOf: (pays) => codesIn(pays, { bits, before, codeOfHigh }),
  };
}

interface Places {
  readonly bits: Uint32Array;
  /** How many salaries are below each word of the bits. */
  readonly before: Uint32Array;
  readonly codeOfHigh: ReadonlyMap<number, number>;
}

function codesIn(pays: NumberColumn, { bits, before, codeOfHigh }: Places): Uint32Array {
  const codes = new Uint32Array(pays.length);
  for (let row = 0; row < pays.length; row++) {
    const pay = pays[row] ?? 0;
    const word = pay >>> 5;
    codes[row] =
      pay < bitmapSize
        ? (before[word] ?? 0) + onesIn((bits[word] ?? 0) & ((1 << (pay & 31)) - 1))
        : (codeOfHigh.get(pay) ?? 0);
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

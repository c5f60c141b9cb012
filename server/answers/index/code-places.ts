import type { NumberColumn } from '../../platform/warehouse/native-columns.ts';

const mostCodes = 65_536;

/** The distinct codes of some columns, ascending. Throws `RangeError` for more codes than 16 bits can number. */
export function codesOf(columns: readonly NumberColumn[]): Uint32Array {
  const met = new CodeTable();
  for (const column of columns) {
    for (let row = 0; row < column.length; row++) met.add(column[row] ?? 0);
  }
  const codes = Uint32Array.from(met.codes()).toSorted();
  if (codes.length > mostCodes) throw new RangeError(`A column has ${codes.length} codes.`);
  return codes;
}

/** The index in `codes` of each code of a column; 0 for a code that is missing there. */
export function placesOf(column: NumberColumn, codes: Uint32Array): Uint16Array {
  const table = new CodeTable();
  for (const code of codes) table.add(code);
  const places = new Uint16Array(column.length);
  for (let row = 0; row < column.length; row++) {
    places[row] = Math.max(0, table.orderOf(column[row] ?? 0));
  }
  return places;
}

const firstBits = 8;
/** 2³² divided by the golden ratio: as a hash multiplier it spreads consecutive codes. */
const spread = 0x9e3779b1;

/** A hash table of 32-bit codes, numbered in insertion order. Its size grows with the number of codes. */
class CodeTable {
  #bits = firstBits;
  #codes = new Uint32Array(2 ** firstBits);
  /** One more than a code's order; 0 where there is none. */
  #orders = new Uint32Array(2 ** firstBits);
  #size = 0;

  add(code: number): void {
    const slot = this.#slotOf(code);
    if (this.#orders[slot] !== 0) return;
    this.#codes[slot] = code;
    this.#orders[slot] = ++this.#size;
    if (this.#size * 2 > this.#codes.length) this.#grow();
  }

  /** Returns −1 for a code that was not added. */
  orderOf(code: number): number {
    return (this.#orders[this.#slotOf(code)] ?? 0) - 1;
  }

  *codes(): Generator<number> {
    for (const [slot, order] of this.#orders.entries()) {
      if (order !== 0) yield this.#codes[slot] ?? 0;
    }
  }

  /** Where a code is, or would be. */
  #slotOf(code: number): number {
    const mask = this.#codes.length - 1;
    let slot = Math.imul(code, spread) >>> (32 - this.#bits);
    while (this.#orders[slot] !== 0 && this.#codes[slot] !== code) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const [codes, orders] = [this.#codes, this.#orders];
    this.#bits += 1;
    this.#codes = new Uint32Array(2 ** this.#bits);
    this.#orders = new Uint32Array(2 ** this.#bits);
    for (const [slot, order] of orders.entries()) {
      if (order === 0) continue;
      const code = codes[slot] ?? 0;
      const own = this.#slotOf(code);
      this.#codes[own] = code;
      this.#orders[own] = order;
    }
  }
}

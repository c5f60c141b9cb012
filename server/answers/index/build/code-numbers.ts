import type { NumberColumn } from '../../../platform/warehouse/native-columns.ts';
import { defined } from '../format/numbers.ts';

const mostCodes = 65_536;

/** Numbers the codes of some columns in the order in which they first occur. */
export class CodeNumbers {
  readonly #numbers = new Map<number, number>();

  /** The number of each row's code. Throws `RangeError` for more codes than 16 bits can number. */
  numberRows(column: NumberColumn): Uint16Array {
    const rows = new Uint16Array(column.length);
    for (let row = 0; row < rows.length; row++) {
      const code = defined(column[row]);
      const known = this.#numbers.get(code);
      if (known === undefined) this.#numbers.set(code, this.#numbers.size);
      rows[row] = known ?? this.#numbers.size - 1;
    }
    const { size } = this.#numbers;
    if (size > mostCodes) throw new RangeError(`A column has ${size} codes.`);
    return rows;
  }

  /** All codes, ascending, and the place of each number's code among them. */
  sorted(): { readonly codes: Uint32Array; readonly placeOf: Uint16Array } {
    const codes = Uint32Array.from(this.#numbers.keys()).toSorted();
    const placeOf = new Uint16Array(codes.length);
    for (const [place, code] of codes.entries()) placeOf[defined(this.#numbers.get(code))] = place;
    return { codes, placeOf };
  }
}

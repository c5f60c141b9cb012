/** Distinct salaries in centavos, ascending, and how many records have each. */
export interface PayDistribution {
  readonly centavos: Uint32Array;
  readonly counts: Uint32Array;
}

/** Builds a distribution from salaries in ascending order. A repeated salary adds to its count. */
export class PayList {
  #centavos = new Uint32Array(1024);
  #counts = new Uint32Array(1024);
  #length = 0;

  tell(pay: number, count: number): void {
    const last = this.#length - 1;
    if (last >= 0 && this.#centavos[last] === pay) {
      this.#counts[last] = (this.#counts[last] ?? 0) + count;
      return;
    }
    if (this.#length === this.#centavos.length) {
      this.#centavos = roomier(this.#centavos);
      this.#counts = roomier(this.#counts);
    }
    this.#centavos[this.#length] = pay;
    this.#counts[this.#length] = count;
    this.#length += 1;
  }

  all(): PayDistribution {
    return {
      centavos: this.#centavos.slice(0, this.#length),
      counts: this.#counts.slice(0, this.#length),
    };
  }
}

function roomier(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

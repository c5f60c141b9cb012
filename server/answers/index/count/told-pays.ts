import { isWide, type Bin } from './bins.ts';
import { PayList, type PayDistribution } from './count-bins.ts';
import type { Run } from './runs.ts';

/** Gathers the distinct salaries of one bin after another. */
export class ToldPays {
  readonly #told = new PayList();
  #bin: Bin = { lowest: 0, highest: 0, lines: 0 };
  /** Counts by centavos above the bin's lowest salary; all bins share the memory. */
  #near = new Uint32Array();
  /** Counts by salary, for a wide bin. */
  readonly #apart = new Map<number, number>();

  begin(bin: Bin): void {
    this.#bin = bin;
    this.#apart.clear();
    const length = bin.highest - bin.lowest + 1;
    if (isWide(bin)) return;
    if (this.#near.length < length) this.#near = new Uint32Array(length * 2);
    this.#near.fill(0, 0, length);
  }

  add(run: Run, from: number, to: number): void {
    const [near, apart, { lowest }] = [this.#near, this.#apart, this.#bin];
    const tell = isWide(this.#bin)
      ? (pay: number, lines: number) => apart.set(pay, (apart.get(pay) ?? 0) + lines)
      : (pay: number, lines: number) => (near[pay - lowest] = (near[pay - lowest] ?? 0) + lines);
    run.pays.distinct(from, to, tell);
  }

  end(): void {
    if (isWide(this.#bin)) {
      for (const [pay, count] of [...this.#apart].toSorted(([a], [b]) => a - b)) {
        this.#told.tell(pay, count);
      }
      return;
    }
    const { lowest, highest } = this.#bin;
    for (let above = 0; above <= highest - lowest; above++) {
      const count = this.#near[above] ?? 0;
      if (count > 0) this.#told.tell(lowest + above, count);
    }
  }

  all(): PayDistribution {
    return this.#told.all();
  }
}

/** Merges two distributions. */
export function merged(one: PayDistribution, other: PayDistribution): PayDistribution {
  if (one.centavos.length === 0) return other;
  if (other.centavos.length === 0) return one;
  const most = one.centavos.length + other.centavos.length;
  const [centavos, counts] = [new Uint32Array(most), new Uint32Array(most)];
  let [first, second, length] = [0, 0, 0];
  while (first < one.centavos.length || second < other.centavos.length) {
    const pay = Math.min(one.centavos[first] ?? Infinity, other.centavos[second] ?? Infinity);
    centavos[length] = pay;
    if (one.centavos[first] === pay) {
      counts[length] = one.counts[first] ?? 0;
      first++;
    }
    if (other.centavos[second] === pay) {
      counts[length] = (counts[length] ?? 0) + (other.counts[second] ?? 0);
      second++;
    }
    length++;
  }
  return { centavos: centavos.slice(0, length), counts: counts.slice(0, length) };
}

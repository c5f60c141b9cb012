import { solve, type Constraint } from 'yalps';

/** A sum of unknowns with factors, between two bounds. */
export interface LinearFact {
  readonly terms: ReadonlyMap<string, number>;
  readonly lower: number;
  readonly upper: number;
}

export interface Range {
  readonly lower: number;
  readonly upper: number;
}

/** Facts about non-negative unknowns, and the range that they leave for one of them. */
export class LinearProgram {
  readonly #facts: LinearFact[] = [];

  add(fact: LinearFact): void {
    this.#facts.push(fact);
  }

  /** The range of an unknown under the facts. Throws if the facts contradict each other. */
  rangeOf(unknown: string): Range {
    return { lower: this.#solved(unknown, 'minimize'), upper: this.#solved(unknown, 'maximize') };
  }

  #solved(unknown: string, direction: 'minimize' | 'maximize'): number {
    const constraints = new Map<string, Constraint>();
    const variables = new Map<string, Map<string, number>>();
    const put = (name: string, row: string, times: number) => {
      const own = variables.get(name) ?? new Map<string, number>();
      variables.set(name, own.set(row, times));
    };
    for (const [index, { terms, lower, upper }] of this.#facts.entries()) {
      constraints.set(`fact ${index}`, { min: lower, max: upper });
      for (const [name, times] of terms) put(name, `fact ${index}`, times);
    }
    put(unknown, 'target', 1);
    const solution = solve(
      { direction, objective: 'target', constraints, variables },
      { timeout: 60_000, maxPivots: 200_000 },
    );
    if (solution.status === 'unbounded') return direction === 'maximize' ? Infinity : -Infinity;
    if (solution.status !== 'optimal') throw new Error(`The facts are ${solution.status}.`);
    return solution.result;
  }
}

import { LinearProgram, type Range } from './linear-programming.ts';

/** A group of records, for which an attacker looks for the sum of salaries; money in reais. */
export interface Group {
  readonly count: number;
  /** Null if suppressed. */
  readonly average: number | null;
  /** 25th, 50th and 75th percentiles, or the median alone; null if suppressed. */
  readonly quartiles: readonly [number, number, number] | readonly [number] | null;
  /** The salaries of some ascending ranks (from 1), instead of quartiles. */
  readonly ranked?: readonly (readonly [rank: number, salary: number])[];
  /** The range of possible salaries. */
  readonly bounds: Range;
}

/** Outcome of an attack on one response. */
export interface Attack {
  /** Groups with too few records whose mean follows from the response, within `closeness`. */
  readonly recovered: readonly string[];
  /** Groups suppressed because they have too few records. */
  readonly primary: number;
  /** Groups with figures suppressed to protect others. */
  readonly complementary: number;
}

/** A mean known within a twentieth counts as recovered. */
const closeness = 0.05;
/** Reais per unit of an unknown. */
const unit = 1000;
/** Half of the last digit of a published mean. */
const rounding = 0.005;

/** Everything that a reader of one response knows about sums of salaries, as linear facts. */
export class LinearAttack {
  readonly #program = new LinearProgram();
  readonly #groups = new Map<string, Group>();

  /** A group whose sum is one unknown, bounded by its published mean, its quartiles and the possible salaries. */
  group(name: string, group: Group): void {
    if (group.count === 0) return;
    this.#groups.set(name, group);
    const { lower, upper } = boundsOfSum(group);
    this.#add(new Map([[name, 1]]), lower, upper);
  }

  /** Groups add up to another one. Empty groups are left out; a whole that is its only part adds no fact. */
  addUp(whole: string, parts: readonly string[]): void {
    if (parts.includes(whole)) return;
    this.equal(new Map([[whole, -1], ...parts.map((name) => [name, 1] as const)]), 0, 0);
  }

  /** A sum of unknowns is known within a margin. */
  equal(terms: ReadonlyMap<string, number>, value: number, margin: number): void {
    const known = new Map([...terms].filter(([name]) => this.#groups.has(name)));
    this.#add(known, value - margin, value + margin);
  }

  /** For numerical precision the program's unknowns are means, and its facts have coefficients of about one. */
  #add(sums: ReadonlyMap<string, number>, lower: number, upper: number): void {
    const terms = [...sums].map(
      ([name, times]) => [name, times * (this.#groups.get(name)?.count ?? 0) * unit] as const,
    );
    const largest = Math.max(0, ...terms.map(([, times]) => Math.abs(times)));
    if (largest === 0) return;
    this.#program.add({
      terms: new Map(terms.map(([name, times]) => [name, times / largest])),
      lower: lower / largest,
      upper: upper / largest,
    });
  }

  /** Whether the mean of a group follows from the facts, and not only from the possible salaries. */
  isRecovered(name: string): boolean {
    const group = this.#groups.get(name);
    if (group === undefined) throw new RangeError(`There is no group ${name}.`);
    return isClose(this.#program.rangeOf(name)) && !isClose(boundsOfSum(group));
  }
}

const isClose = ({ lower, upper }: Range) => upper - lower < (closeness * (upper + lower)) / 2;

/** The least and the greatest sum that a group's own figures allow. */
function boundsOfSum({ count, average, quartiles, ranked, bounds }: Group): Range {
  if (average !== null) {
    return { lower: count * (average - rounding), upper: count * (average + rounding) };
  }
  const steps = ranked?.map(([, salary]) => salary) ?? quartiles ?? [];
  const ranks =
    ranked?.map(([rank]) => rank) ??
    steps.map((_, index) => Math.floor(((count - 1) * (index + 1)) / (steps.length + 1)) + 1);
  const sum = (salaries: readonly number[]) =>
    salaries.reduce((total, salary, index) => {
      const from = index === 0 ? 0 : (ranks[index - 1] ?? 0);
      const to = ranks[index] ?? count;
      return total + salary * (to - from);
    }, 0);
  // Records up to a quartile's rank have at most its value, those beyond have at least its value.
  return { lower: sum([bounds.lower, ...steps]), upper: sum([...steps, bounds.upper]) };
}

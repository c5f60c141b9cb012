/**
 * Returns an element of an array. Throws `RangeError` if it is undefined: a missing number would give a wrong figure.
 * Takes the element instead of the array and its index, so that each read in a loop is compiled for its own array type.
 */
export function defined<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new RangeError('An index is outside its array.');
  return value;
}

/**
 * Ascending numbers are stored as 16-bit differences (steps). A difference of 65,535 or more is a jump: its number is in
 * a separate list of jumps, in order. The first number is always a jump.
 */
const jump = 65_535;

/** Writes the steps of some numbers into `steps`, which has the same length, and appends the jumps. */
export function stepThrough(numbers: Uint32Array, steps: Uint16Array, jumps: number[]): void {
  let last = -jump;
  for (let at = 0; at < numbers.length; at++) {
    const number = defined(numbers[at]);
    const step = number - last;
    if (step < jump) steps[at] = step;
    else {
      steps[at] = jump;
      jumps.push(number);
    }
    last = number;
  }
}

/** Fills `numbers` from some steps, whose first jump is at index `firstJump` of `jumps`. */
export function fillStepped(
  numbers: Uint32Array,
  steps: Uint16Array,
  jumps: Uint32Array,
  firstJump: number,
): void {
  let next = firstJump;
  let number = 0;
  for (let at = 0; at < steps.length; at++) {
    const step = defined(steps[at]);
    if (step === jump) {
      number = defined(jumps[next]);
      next++;
    } else number += step;
    numbers[at] = number;
  }
}

/** The index of the first of some ascending numbers that is not below a value; their count if all are below. */
export function firstNotBelow(numbers: Uint32Array, value: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (defined(numbers[middle]) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Neighbours with the same value; `to` is exclusive. */
export interface Neighbours {
  readonly from: number;
  readonly to: number;
}

/** Splits the places from 0 to `length` where the value of neighbours changes. */
export function* equalNeighbours(
  length: number,
  valueAt: (at: number) => number | undefined,
): Generator<Neighbours> {
  let from = 0;
  for (let at = 1; from < length; at++) {
    if (at < length && valueAt(at) === valueAt(from)) continue;
    yield { from, to: at };
    from = at;
  }
}

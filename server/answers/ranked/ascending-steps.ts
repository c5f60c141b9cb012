/**
 * Ascending numbers as steps of 16 bits from one to the next. What is further away is a jump, and the number itself is
 * among the jumps, one behind another; so is the first of all.
 */

const jump = 65_535;

/** Writes the steps of some numbers into `steps`, as long, and adds those that are jumps. */
export function stepThrough(numbers: Uint32Array, steps: Uint16Array, jumps: number[]): void {
  let last = -jump;
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] ?? 0;
    const step = number - last;
    if (step < jump) steps[at] = step;
    else {
      steps[at] = jump;
      jumps.push(number);
    }
    last = number;
  }
}

/** Fills `numbers` with those of some steps, whose first jump is the n-th of `jumps`. */
export function fillStepped(
  numbers: Uint32Array,
  steps: Uint16Array,
  jumps: Uint32Array,
  firstJump: number,
): void {
  let next = firstJump;
  let number = 0;
  for (let at = 0; at < steps.length; at++) {
    const step = steps[at] ?? 0;
    if (step === jump) {
      number = jumps[next] ?? 0;
      next++;
    } else number += step;
    numbers[at] = number;
  }
}

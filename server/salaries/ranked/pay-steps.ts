/**
 * Ascending salaries as steps of 16 bits from one to the next. What is further away is a jump, and its salary is among
 * the jumps, one behind another; so is the first of all.
 */

const jump = 65_535;

/** Writes the steps of some salaries into `steps`, as long, and adds the salaries of jumps. */
export function stepPays(pays: Uint32Array, steps: Uint16Array, jumps: number[]): void {
  let last = -jump;
  for (let line = 0; line < pays.length; line++) {
    const pay = pays[line] ?? 0;
    const step = pay - last;
    if (step < jump) steps[line] = step;
    else {
      steps[line] = jump;
      jumps.push(pay);
    }
    last = pay;
  }
}

/** Fills `pays` with the salaries of some steps, whose first jump is the n-th of `jumps`. */
export function fillStepped(
  pays: Uint32Array,
  steps: Uint16Array,
  jumps: Uint32Array,
  firstJump: number,
): void {
  let next = firstJump;
  let pay = 0;
  for (let line = 0; line < steps.length; line++) {
    const step = steps[line] ?? 0;
    if (step === jump) {
      pay = jumps[next] ?? 0;
      next++;
    } else pay += step;
    pays[line] = pay;
  }
}

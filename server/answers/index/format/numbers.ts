import { defined } from '../../../../shared/codes/defined.ts';

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

/**
 * Returns an element of an array. Throws `RangeError` if it is undefined: a missing number would give a wrong figure.
 * Takes the element instead of the array and its index, so that each read in a loop is compiled for its own array type.
 */
export function defined<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new RangeError('An index is outside its array.');
  return value;
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

/**
 * Returns an element of an array. Throws `RangeError` if it is undefined: a missing number would give a wrong figure.
 * Takes the element instead of the array and its index, so that each read in a loop is compiled for its own array type.
 */
export function defined<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new RangeError('An index is outside its array.');
  return value;
}

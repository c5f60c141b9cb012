/** The keys of a table, typed, in the table's order. */
export function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(table).filter((key): key is Key => Object.hasOwn(table, key));
}

/** A table with a value for each key. */
export function tableOf<Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key, place: number) => Value,
): Readonly<Record<Key, Value>> {
  return Object.assign({}, ...keys.map((key, place) => ({ [key]: valueOf(key, place) })));
}

/** The options of a list, in order. */
export type Options<Value extends string = string> = readonly (readonly [
  value: Value,
  label: string,
])[];

/** A table's keys, in the form that `z.enum` takes. */
export function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): [Key, ...Key[]] {
  const keys = Object.keys(table);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a table written as a literal are its type's
  return keys as [Key, ...Key[]];
}

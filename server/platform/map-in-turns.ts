import { setImmediate } from 'node:timers/promises';

/** Converts items in order, and yields to the event loop after every `inATurn` of them. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  inATurn: number,
  convert: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(convert(item));
    if (results.length % inATurn === 0) await setImmediate();
  }
  return results;
}

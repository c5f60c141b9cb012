import { setImmediate } from 'node:timers/promises';

/** Converts items in order, and yields to the event loop after every ten of them. */
export async function mapYielding<Item, Result>(
  items: readonly Item[],
  convert: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(convert(item));
    if (results.length % 10 === 0) await setImmediate();
  }
  return results;
}

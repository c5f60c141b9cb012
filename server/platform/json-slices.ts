import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

const numbersInATurn = 10_000;

/**
 * The text of `JSON.stringify`, cut anywhere, with yields to the event loop after every `itemsInATurn` items of a longer
 * list. The default suits lists of numbers.
 */
export async function* jsonSlices(
  value: object,
  itemsInATurn = numbersInATurn,
): AsyncGenerator<string> {
  const lists: unknown[][] = [];
  const mark = randomUUID();
  const text = JSON.stringify(value, (_, own: unknown) => {
    if (!Array.isArray(own) || own.length <= itemsInATurn) return own;
    lists.push(own);
    return mark;
  });
  for (const [at, between] of text.split(`"${mark}"`).entries()) {
    const list = lists[at - 1] ?? [];
    for (let start = 0; start < list.length; start += itemsInATurn) {
      await setImmediate();
      const items = JSON.stringify(list.slice(start, start + itemsInATurn)).slice(1, -1);
      yield `${start === 0 ? '[' : ','}${items}${start + itemsInATurn < list.length ? '' : ']'}`;
    }
    yield between;
  }
}

/** The text of `jsonSlices` as bytes. */
export async function jsonBytes(value: object, itemsInATurn = numbersInATurn): Promise<Buffer> {
  const slices: Buffer[] = [];
  for await (const slice of jsonSlices(value, itemsInATurn)) slices.push(Buffer.from(slice));
  await setImmediate();
  return Buffer.concat(slices);
}

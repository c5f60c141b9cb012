import { setImmediate } from 'node:timers/promises';

const itemsInATurn = 10_000;

/** An object as `JSON.stringify` writes it, with yields to the event loop within the long lists that are its values. */
export async function jsonBytes(object: object): Promise<Buffer> {
  if (Array.isArray(object)) return Buffer.from(JSON.stringify(object));
  const parts: Buffer[] = [];
  const add = (text: string) => parts.push(Buffer.from(text));
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined) continue;
    add(`${parts.length === 0 ? '{' : ','}${JSON.stringify(name)}:`);
    if (!Array.isArray(value) || value.length <= itemsInATurn) add(JSON.stringify(value));
    else
      for (let start = 0; start < value.length; start += itemsInATurn) {
        await setImmediate();
        const items = JSON.stringify(value.slice(start, start + itemsInATurn)).slice(1, -1);
        add(`${start === 0 ? '[' : ','}${items}${start + itemsInATurn < value.length ? '' : ']'}`);
      }
  }
  add(parts.length === 0 ? '{}' : '}');
  await setImmediate();
  return Buffer.concat(parts);
}

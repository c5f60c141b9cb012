import { setImmediate } from 'node:timers/promises';

const itemsInATurn = 10_000;

/** An object as `JSON.stringify` writes it, with yields to the event loop within the long lists that are its values. */
export async function jsonText(object: object): Promise<string> {
  if (Array.isArray(object)) return JSON.stringify(object);
  const fields: string[] = [];
  for (const [name, value] of Object.entries(object)) {
    const text = Array.isArray(value) ? await listText(value) : JSON.stringify(value);
    if (text !== undefined) fields.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${fields.join(',')}}`;
}

async function listText(items: readonly unknown[]): Promise<string> {
  const slices: string[] = [];
  for (let start = 0; start < items.length; start += itemsInATurn) {
    await setImmediate();
    slices.push(JSON.stringify(items.slice(start, start + itemsInATurn)).slice(1, -1));
  }
  return `[${slices.join(',')}]`;
}

import { expect, test } from 'vitest';
import { parseRows, splitRows } from './json-lines.ts';

const encode = (text: string) => new TextEncoder().encode(text);

test('parses no rows, one and many', async () => {
  expect(await parseRows(encode(''))).toEqual([]);
  expect(await parseRows(encode('{"a":"x\\ny"}\n'))).toEqual([{ a: 'x\ny' }]);
  expect(await parseRows(encode('{"a":1}\n{"a":"é"}\n'))).toEqual([{ a: 1 }, { a: 'é' }]);
});

test('yields to the event loop while it parses a large response', async () => {
  const rows = Array.from({ length: 200_000 }, (_, n) => ({ n, word: `word ${n}` }));
  const bytes = encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  const parsed = await parseRows(bytes);
  clearInterval(counting);
  expect(parsed).toEqual(rows);
  expect(turns).toBeGreaterThan(5);
});

test('finds whole rows in chunks that end anywhere', async () => {
  const bytes = encode('{"a":"één"}\n{"a":2}\n{"a":3}\n');
  for (let size = 1; size <= bytes.length; size += 1) {
    const chunks = async function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    };
    const rows: unknown[] = [];
    for await (const some of splitRows(chunks())) rows.push(...some);
    expect(rows).toEqual([{ a: 'één' }, { a: 2 }, { a: 3 }]);
  }
});

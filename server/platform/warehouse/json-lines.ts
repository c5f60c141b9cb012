import { setImmediate } from 'node:timers/promises';

const newline = 0x0a;
/** About 5 ms of parsing: other requests run between two slices. */
const sliceBytes = 512 * 1024;

/** Parses rows of JSONEachRow. A large result is parsed in slices, so that the event loop stays responsive. */
export async function parseRows<Row>(bytes: Uint8Array): Promise<Row[]> {
  if (bytes.length <= sliceBytes) return parseLines(bytes);
  const slices: Row[][] = [];
  for (let start = 0; start < bytes.length;) {
    const cut = bytes.indexOf(newline, start + sliceBytes);
    const end = cut === -1 ? bytes.length : cut + 1;
    slices.push(parseLines(bytes.subarray(start, end)));
    start = end;
    await setImmediate();
  }
  // `flat` takes the event loop five times as long.
  return new Array<Row>().concat(...slices);
}

/** Assembles complete rows from chunks that end anywhere. */
export async function* splitRows<Row>(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Row[]> {
  let rest: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(newline) + 1;
    const known = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    if (end === 0) {
      rest = known;
      continue;
    }
    const whole = known.length - (chunk.length - end);
    rest = known.subarray(whole);
    yield parseLines(known.subarray(0, whole));
  }
  if (rest.length > 0) yield parseLines(rest);
}

// A raw newline always ends a row: JSON escapes those within strings.
function parseLines<Row>(bytes: Uint8Array): Row[] {
  const text = new TextDecoder().decode(bytes).trimEnd();
  return JSON.parse(`[${text.replaceAll('\n', ',')}]`);
}

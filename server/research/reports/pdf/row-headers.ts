/**
 * Typst's package for Node can mark only the header row of a table. This function makes the first cell of each body row
 * a header with row scope, and removes the `Headers` entry of the other cells, which names only their column's header.
 * A reader then finds both headers by their scopes (PDF/UA-1, 7.5). Throws for a document of unexpected shape.
 */
export function withRowHeaders(pdf: Uint8Array): Buffer {
  const file = readFile(Buffer.from(pdf));
  const changed = new Map<number, string>();
  for (const [number, text] of file.marks) {
    if (!isA(text, 'TR') || !isA(file.marks.get(parentOf(text)), 'TBody')) continue;
    const cells = childrenOf(text);
    // One cell over all columns is a heading within the table.
    if (cells.length < 2) continue;
    for (const [index, cell] of cells.entries()) {
      const mark = file.marks.get(cell);
      if (mark === undefined || !isA(mark, 'TD')) throw otherShape(`row ${number}`);
      changed.set(cell, index === 0 ? asHeader(mark) : mark.replace(headers, ''));
    }
  }
  return writeFile(file, changed);
}

interface PdfFile {
  readonly bytes: Buffer;
  /** Byte offsets of the objects, by object number; 0 for an unused one. */
  readonly offsets: readonly number[];
  /** The offset of the cross-reference table, and the text after it. */
  readonly tableStart: number;
  readonly trailer: string;
  /** The structure elements, as text. */
  readonly marks: ReadonlyMap<number, string>;
}

const headers = / *\/Headers \[[^\]]*\]\n/;
const isA = (text: string | undefined, role: string) =>
  text?.includes(`\n  /S /${role}\n`) === true;
const parentOf = (text: string) => Number(/\n {2}\/P (\d+) 0 R\n/.exec(text)?.[1]);
const childrenOf = (text: string) =>
  [...(/\n {2}\/K \[([^\]]*)\]\n/.exec(text)?.[1] ?? '').matchAll(/(\d+) 0 R/g)].map(([, child]) =>
    Number(child),
  );

function asHeader(mark: string): string {
  const scoped = mark.replace('\n  /S /TD\n', '\n  /S /TH\n').replace(headers, '    /Scope /Row\n');
  if (!scoped.includes('/Scope /Row')) throw otherShape('a cell without a column');
  return scoped;
}

const entryLength = 20;
const endOfTable = 'trailer\n';

function readFile(bytes: Buffer): PdfFile {
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - 100));
  const tableStart = Number(/startxref\n(\d+)\n%%EOF\s*$/.exec(tail)?.[1]);
  const table = bytes.toString('latin1', tableStart);
  const [head = '', count] = /^xref\n0 (\d+)\n/.exec(table) ?? [];
  const end = head.length + Number(count) * entryLength;
  if (head === '' || !table.startsWith(endOfTable, end)) throw otherShape('the table of objects');
  const offsets = Array.from({ length: Number(count) }, (_, number) => {
    const entry = table.slice(head.length + number * entryLength, end).slice(0, entryLength);
    return entry.includes('n') ? Number(entry.slice(0, 10)) : 0;
  });
  const marks = new Map<number, string>();
  for (const [number, start, next] of placesOf(offsets, tableStart)) {
    const isMark = bytes.toString('latin1', start, start + 60).includes('/Type /StructElem\n');
    if (isMark) marks.set(number, bytes.toString('latin1', start, next));
  }
  return { bytes, offsets, tableStart, trailer: table.slice(end), marks };
}

/** The objects in file order: number, start and end. */
function placesOf(offsets: readonly number[], end: number): [number, number, number][] {
  const places = offsets
    .map((start, number) => [number, start] as const)
    .filter(([, start]) => start > 0)
    .toSorted(([, one], [, other]) => one - other);
  return places.map(([number, start], index) => [number, start, places[index + 1]?.[1] ?? end]);
}

function writeFile(
  { bytes, offsets, tableStart, trailer }: PdfFile,
  changed: ReadonlyMap<number, string>,
): Buffer {
  const places = placesOf(offsets, tableStart);
  const moved = [...offsets];
  const pieces = [bytes.subarray(0, places[0]?.[1])];
  let length = pieces[0]?.length ?? 0;
  for (const [number, start, end] of places) {
    const text = changed.get(number);
    const piece = text === undefined ? bytes.subarray(start, end) : Buffer.from(text, 'latin1');
    moved[number] = length;
    length += piece.length;
    pieces.push(piece);
  }
  const entries = moved.map((offset, number) =>
    offsets[number] === 0
      ? bytes.toString('latin1', ...entryPlace(tableStart, offsets.length, number))
      : `${String(offset).padStart(10, '0')} 00000 n\r\n`,
  );
  const table = `xref\n0 ${offsets.length}\n${entries.join('')}`;
  const end = trailer.replace(/startxref\n\d+\n/, `startxref\n${length}\n`);
  return Buffer.concat([...pieces, Buffer.from(table + end, 'latin1')]);
}

function entryPlace(tableStart: number, count: number, number: number): [number, number] {
  const start = tableStart + `xref\n0 ${count}\n`.length + number * entryLength;
  return [start, start + entryLength];
}

const otherShape = (what: string) => new Error(`The PDF is of another shape: ${what}.`);

import { mostPeople, tooManyRows } from './roll-file-error.ts';

const separators = [';', '\t', ',', '|'] as const;
/** Extra rows, because title lines may precede the header. */
const roomAbove = 50;

/**
 * The rows of a CSV text. The separator is the one that occurs most often in a line of the first lines. A quoted cell
 * may contain separators and line ends; a quote in it is doubled. Throws `RollFileError` for too many rows.
 */
export function csvRows(text: string): string[][] {
  const source = text.startsWith('\ufeff') ? text.slice(1) : text;
  const separator = separatorOf(source);
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < source.length) {
    const { cell, end } = cellAt(source, at, separator);
    row.push(cell);
    at = end + 1;
    const sign = source[end];
    if (sign === separator) {
      // A separator at the very end is followed by an empty cell.
      if (at >= source.length) row.push('');
      continue;
    }
    if (sign === '\r' && source[at] === '\n') at += 1;
    rows.push(row);
    row = [];
    if (rows.length > mostPeople + roomAbove) throw tooManyRows();
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

/** A cell, and the position of the character that ends it. */
function cellAt(source: string, from: number, separator: string): { cell: string; end: number } {
  if (source[from] !== '"') {
    const end = endOfBare(source, from, separator);
    return { cell: source.slice(from, end).trim(), end };
  }
  let close = source.indexOf('"', from + 1);
  while (close !== -1 && source[close + 1] === '"') close = source.indexOf('"', close + 2);
  if (close === -1) return { cell: source.slice(from + 1).trim(), end: source.length };
  const cell = source
    .slice(from + 1, close)
    .replaceAll('""', '"')
    .trim();
  return { cell, end: endOfBare(source, close + 1, separator) };
}

function endOfBare(source: string, from: number, separator: string): number {
  for (let at = from; at < source.length; at++) {
    const sign = source[at];
    if (sign === separator || sign === '\n' || sign === '\r') return at;
  }
  return source.length;
}

function separatorOf(source: string): string {
  const lines = source
    .slice(0, 20_000)
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r\n|\n|\r/)
    .slice(0, 20);
  const most = (separator: string) =>
    Math.max(...lines.map((line) => line.split(separator).length - 1));
  // A decimal comma occurs once in a line; a separator occurs more often, or alone.
  const [best = ';'] = separators.toSorted((a, b) => most(b) - most(a));
  return best;
}

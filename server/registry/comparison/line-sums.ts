import type { ChangedLines } from './line-changes.ts';
import { defined } from '../../../shared/codes/defined.ts';

/**
 * Sums of line hashes, from which the changed lines between two versions are counted without reading their lines: equal
 * lines cancel, and few other lines remain. An invertible Bloom lookup table (Goodrich and Mitzenmacher 2011) with
 * three tables: each line belongs to one cell of each table.
 */

/**
 * Number of cells of a table for a file of this many lines: a power of two, so that files of similar size have the same.
 * The three tables decode at least 0.8 % of the lines as changed, up to some 40,000.
 */
export function cellsFor(lines: number): number {
  const cells = 2 ** Math.ceil(Math.log2(Math.max(1, lines / 300)));
  return Math.min(16_384, Math.max(64, cells));
}

/**
 * The term that a line adds to a sum, from its lowest bits: 1, which counts lines; a hash; a check of the hash. Seven
 * copies fit a signed sum. Cell and check are not linear in the hash: a sum of several lines looks like the term of one
 * with a chance of at most one in a million.
 */
const countBits = 4;
const hashBits = 42;
const checkBits = 14;
const checkFactor = 0x9e3779b97f4a7c15n;

/** The cell of a line in each table is the exclusive or of parts of its hash, named by their first bits. */
const tables = [
  [0, 14],
  [14, 28],
  [0, 14, 28],
] as const;

/** An aggregate of the sums of all cells, as texts: `hash` is a 64-bit hash of a line, `cells` the size of a table. */
export function lineSumsSql(hash: string, cells: number): string {
  const hashPart = `bitAnd(${hash}, ${2 ** hashBits - 1})`;
  const mixed = `bitXor(${hashPart}, bitShiftRight(${hashPart}, ${hashBits / 2})) * ${checkFactor}`;
  const check = `bitShiftRight(${mixed}, ${64 - checkBits})`;
  const term = `bitShiftLeft(${check}, ${countBits + hashBits}) + bitShiftLeft(${hashPart}, ${countBits}) + 1`;
  const sums = tables.map((table) => {
    const cell = table
      .map((bit) => `bitShiftRight(${hashPart}, ${bit})`)
      .reduce((all, part) => `bitXor(${all}, ${part})`);
    return `sumResample(0, ${cells}, 1)(${term}, bitAnd(${cell}, ${cells - 1}))`;
  });
  return `arrayMap(sum -> toString(sum), arrayConcat(${sums.join(', ')}))`;
}

/** The sums in the form in which they are stored: unsigned 64-bit numbers, little-endian, in Base64. */
export const encodedSums = (sums: readonly string[]): string =>
  Buffer.from(BigUint64Array.from(sums, BigInt).buffer).toString('base64');

function decodedSums(text: string): BigUint64Array {
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
  return new BigUint64Array(bytes.buffer);
}

/**
 * Counts the lines that each of two versions has and the other lacks, from their encoded sums. Undefined if too many
 * lines differ. A lost line and a new one count as equal if their 42-bit hashes are: one chance in 10,000 for 20,000 of
 * each.
 */
export function changesBetween(before: string, after: string): ChangedLines | undefined {
  const [earlier, later] = [decodedSums(before), decodedSums(after)];
  if (earlier.length !== later.length) return undefined;
  const left = new BigInt64Array(later.map((sum, at) => sum - defined(earlier[at])).buffer);
  const cells = left.length / tables.length;
  const waiting = [...left.keys()].filter((cell) => left[cell] !== 0n);
  // Each genuine step empties a cell: more steps mean that a sum of several lines looked like one.
  let steps = left.length;
  let [gone, added] = [0, 0];
  for (let cell = waiting.pop(); cell !== undefined && steps > 0; cell = waiting.pop()) {
    const found = singleLine(defined(left[cell]), cell, cells);
    if (found === undefined) continue;
    steps -= 1;
    const { term, copies } = found;
    for (const other of cellsOf(term, cells)) {
      left[other] = defined(left[other]) - term * copies;
      waiting.push(other);
    }
    if (copies > 0n) added += Number(copies);
    else gone -= Number(copies);
  }
  return left.every((sum) => sum === 0n) ? { gone, added } : undefined;
}

/** The line whose copies alone make up the sum of a cell, if any. */
function singleLine(
  sum: bigint,
  cell: number,
  cells: number,
): { term: bigint; copies: bigint } | undefined {
  const copies = BigInt.asIntN(countBits, sum);
  if (copies === 0n || sum % copies !== 0n) return undefined;
  const term = sum / copies;
  return term === termOf(hashIn(term)) && cellsOf(term, cells).includes(cell)
    ? { term, copies }
    : undefined;
}

const hashIn = (term: bigint) => BigInt.asUintN(hashBits, term >> BigInt(countBits));

function termOf(hash: bigint): bigint {
  const mixed = BigInt.asUintN(64, (hash ^ (hash >> BigInt(hashBits / 2))) * checkFactor);
  const check = mixed >> BigInt(64 - checkBits);
  return (check << BigInt(countBits + hashBits)) + (hash << BigInt(countBits)) + 1n;
}

function cellsOf(term: bigint, cells: number): number[] {
  const hash = hashIn(term);
  return tables.map((table, at) => {
    const mixed = table.reduce((all, bit) => all ^ (hash >> BigInt(bit)), 0n);
    return at * cells + Number(mixed & BigInt(cells - 1));
  });
}

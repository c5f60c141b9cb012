import type { IndexedName, NameIndex } from './name-index.ts';

const mostNearest = 6;
const leastLikeness = 0.3;

/**
 * Similar names for a text without known words, one per occupation, the most similar first: by the share of
 * three-letter pieces in common (Dice's coefficient), at least 0.3; ties follow the order of the index.
 */
export function nearestNames({ names }: NameIndex, plain: string): IndexedName[] {
  const pieces = new Pieces(plain);
  const alike = names.flatMap((name) => {
    const likeness = (2 * pieces.sharedWith(name.plain)) / (pieces.count + name.plain.length);
    return likeness >= leastLikeness ? [{ name, likeness }] : [];
  });
  const best = new Map<string, IndexedName>();
  for (const { name } of alike.toSorted((a, b) => b.likeness - a.likeness)) {
    if (!best.has(name.code)) best.set(name.code, name);
  }
  return [...best.values()].slice(0, mostNearest);
}

/** A space, ten digits, 26 letters. */
const signs = 37;

/** The three-letter pieces of a plain text, each once; both ends count as spaces. */
class Pieces {
  /** For each possible piece: 0 if the text lacks it, otherwise the number of the last text that had it. */
  readonly #lastMet = new Uint32Array(signs ** 3);
  #met = 1;
  readonly count: number;

  constructor(plain: string) {
    const own = new Set(piecesOf(plain));
    for (const piece of own) this.#lastMet[piece] = 1;
    this.count = own.size;
  }

  /** Number of pieces that another plain text shares. */
  sharedWith(plain: string): number {
    this.#met += 1;
    let shared = 0;
    for (const piece of piecesOf(plain)) {
      const lastMet = this.#lastMet[piece] ?? 0;
      if (lastMet === 0 || lastMet === this.#met) continue;
      this.#lastMet[piece] = this.#met;
      shared += 1;
    }
    return shared;
  }
}

/** Each three consecutive characters, as one number. */
function piecesOf(plain: string): Uint16Array {
  const pieces = new Uint16Array(plain.length);
  let piece = signOf(plain.charCodeAt(0));
  for (let at = 0; at < plain.length; at += 1) {
    piece = (piece * signs + signOf(plain.charCodeAt(at + 1))) % signs ** 3;
    pieces[at] = piece;
  }
  return pieces;
}

/** A space follows the last character of a text. */
function signOf(code: number): number {
  if (code >= 97) return code - 86;
  return code >= 48 ? code - 47 : 0;
}

import { plainText } from '../words/format.ts';
import { nameHead, nameWords, wordStem, letterBits } from './name-words.ts';

/** A name of an occupation: its title or another name. Names and occupations are many-to-many. */
export interface OccupationName {
  /** Six digits. */
  readonly code: string;
  readonly text: string;
  readonly isTitle: boolean;
}

export interface IndexedName extends OccupationName {
  readonly plain: string;
  readonly position: number;
  readonly words: readonly IndexedWord[];
  /** Number of words before the part that narrows the name. */
  readonly headWords: number;
}

export interface IndexedWord {
  readonly text: string;
  readonly stem: string;
  readonly letters: number;
  /** Positions of the names that contain it. */
  readonly names: number[];
}

/** Names prepared for the finder; built once, queried often. */
export interface NameIndex {
  readonly names: readonly IndexedName[];
  readonly words: ReadonlyMap<string, IndexedWord>;
  readonly byStem: ReadonlyMap<string, readonly IndexedWord[]>;
}

export function indexNames(names: Iterable<OccupationName>): NameIndex {
  const indexing = indexingNames(names);
  for (;;) {
    const step = indexing.next();
    if (step.done) return step.value;
  }
}

const namesInATurn = 1_000;

/** Indexes names in slices of some milliseconds, for callers with other work: yields after each thousand names. */
export function* indexingNames(
  names: Iterable<OccupationName>,
): Generator<undefined, NameIndex, undefined> {
  const index: GrowingIndex = {
    names: [],
    words: new Map(),
    byStem: new Map(),
  };
  for (const name of names) {
    addName(index, name);
    if (index.names.length % namesInATurn === 0) yield;
  }
  return index;
}

interface GrowingIndex {
  readonly names: IndexedName[];
  readonly words: Map<string, IndexedWord>;
  readonly byStem: Map<string, IndexedWord[]>;
}

function addName(index: GrowingIndex, name: OccupationName): void {
  const position = index.names.length;
  const words = nameWords(name.text).map(({ text }) => wordIn(index, text));
  for (const word of words) word.names.push(position);
  const head = nameHead(name.text);
  const headWords = head === name.text ? words.length : nameWords(head).length;
  const plain = plainText(name.text);
  index.names.push({ ...name, plain, position, words, headWords });
}

function wordIn(index: GrowingIndex, text: string): IndexedWord {
  const known = index.words.get(text);
  if (known) return known;
  const word = { text, stem: wordStem(text), letters: letterBits(text), names: [] };
  index.words.set(text, word);
  listed(index.byStem, word.stem).push(word);
  return word;
}

function listed<Item>(lists: Map<string, Item[]>, key: string): Item[] {
  const known = lists.get(key);
  if (known) return known;
  const list: Item[] = [];
  lists.set(key, list);
  return list;
}

const mostNearest = 6;
const leastLikeness = 0.3;

/**
 * Similar names for a text without known words, one per occupation, the most similar first: by the share of
 * three-letter pieces in common (Dice's coefficient), at least 0.3; ties follow the order of the index.
 */
export function nearestNames({ names }: NameIndex, plain: string): IndexedName[] {
  const pieces = new Pieces(plain);
  const alike = names.flatMap((name) => {
    const all = pieces.count + name.plain.length;
    // A much longer name is not similar even if it shares all pieces.
    if ((2 * pieces.count) / all < leastLikeness) return [];
    const likeness = (2 * pieces.sharedWith(name.plain)) / all;
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
    const pieces = new Set(piecesOf(plain));
    for (const piece of pieces) this.#lastMet[piece] = 1;
    this.count = pieces.size;
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

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
  listOf(index.byStem, word.stem).push(word);
  return word;
}

function listOf<Item>(lists: Map<string, Item[]>, key: string): Item[] {
  const known = lists.get(key);
  if (known) return known;
  const list: Item[] = [];
  lists.set(key, list);
  return list;
}

const maxNearest = 6;
const minSimilarity = 0.3;

/**
 * Similar names for a text without known words, one per occupation, the most similar first: by the share of
 * three-letter pieces in common (Dice's coefficient), at least 0.3; ties follow the order of the index.
 */
export function nearestNames(index: NameIndex, plain: string): IndexedName[] {
  const { pieces, ends } = piecesOfNames(index);
  const searched = new Set(piecesOf(plain));
  const isSearched = new Uint8Array(signs ** 3);
  for (const piece of searched) isSearched[piece] = 1;
  const alike: { readonly name: IndexedName; readonly likeness: number }[] = [];
  for (const [position, name] of index.names.entries()) {
    const all = searched.size + name.plain.length;
    // A much longer name is not similar even if it shares all pieces.
    if ((2 * searched.size) / all < minSimilarity) continue;
    let shared = 0;
    // `defined` would double the time of this loop.
    for (let at = ends[position - 1] ?? 0; at < (ends[position] ?? 0); at++) {
      shared += isSearched[pieces[at] ?? 0] ?? 0;
    }
    const likeness = (2 * shared) / all;
    if (likeness >= minSimilarity) alike.push({ name, likeness });
  }
  const sorted = alike.toSorted((a, b) => b.likeness - a.likeness);
  return [...Map.groupBy(sorted, ({ name }) => name.code).values()]
    .flatMap(([best]) => best?.name ?? [])
    .slice(0, maxNearest);
}

/** The three-letter pieces of each name, each piece once, in one list; `ends` has the end of each name's part. */
interface PiecesOfNames {
  readonly pieces: Uint16Array;
  readonly ends: Uint32Array;
}

const listed = new WeakMap<NameIndex, PiecesOfNames>();

/** Computed at the first use: splitting all names takes twenty times as long as a comparison with them. */
function piecesOfNames(index: NameIndex): PiecesOfNames {
  const known = listed.get(index);
  if (known) return known;
  const pieces: number[] = [];
  const ends = index.names.map(({ plain }) => {
    for (const piece of new Set(piecesOf(plain))) pieces.push(piece);
    return pieces.length;
  });
  const found = { pieces: Uint16Array.from(pieces), ends: Uint32Array.from(ends) };
  listed.set(index, found);
  return found;
}

/** A space, ten digits, 26 letters. */
const signs = 37;

/** Each three consecutive characters of a plain text, as one number; both ends count as spaces. */
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

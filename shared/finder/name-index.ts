import { plainText } from '../words/plain-text.ts';
import { nameHead, nameWords, wordStem } from './name-words.ts';
import { letterBits } from './spelling.ts';

/** A name of an occupation: its title or another name. Names and occupations are many-to-many. */
export interface OccupationName {
  /** Six digits. */
  readonly code: string;
  readonly text: string;
  readonly isTitle: boolean;
}

export interface IndexedName extends OccupationName {
  readonly plain: string;
  /** Its position in the index. */
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

/** Indexes names for `findOccupations`. */
export function indexNames(names: Iterable<OccupationName>): NameIndex {
  const indexing = indexingNames(names);
  for (;;) {
    const step = indexing.next();
    if (step.done) return step.value;
  }
}

const namesInATurn = 1_000;

/** The same in slices of some milliseconds, for callers with other work: yields after each thousand names. */
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

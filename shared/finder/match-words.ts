import type { IndexedWord, NameIndex } from './name-index.ts';
import {
  nameWords,
  relatedStems,
  wordStem,
  type NameWord,
  differentLetters,
  letterBits,
  typingErrors,
} from './name-words.ts';

/**
 * Distance between a found word and the searched one: the same in any number or gender, its beginning, with one typing
 * error, a related word or the same root, or with two typing errors.
 */
export const farness = { same: 0, beginning: 1, oneError: 2, related: 3, twoErrors: 4 } as const;
export type Farness = (typeof farness)[keyof typeof farness];

export interface SearchedWord extends NameWord {
  readonly stem: string;
  readonly letters: number;
}

/** The matching words of the index, each with its distance. */
export type FoundWords = ReadonlyMap<IndexedWord, Farness>;

const minLengthForOneError = 4;
const minLengthForTwoErrors = 7;
const minRootLength = 5;
const minKnownRootLength = 6;

/** The words of a text query. Two words that the index has as one are joined; one that it has as two is split. */
export function searchedWords(index: NameIndex, text: string): SearchedWord[] {
  const words = nameWords(text);
  const searched: NameWord[] = [];
  for (let at = 0; at < words.length; at++) {
    const [word, next] = [words[at], words[at + 1]];
    if (word === undefined) continue;
    const joined = next && word.text + next.text;
    if (joined !== undefined && next && !isKnown(index, word.text) && isKnown(index, joined)) {
      searched.push({ text: joined, typed: `${word.typed} ${next.typed}` });
      at++;
    } else {
      searched.push(...splitWord(index, word));
    }
  }
  return searched.map((word) => ({
    ...word,
    stem: wordStem(word.text),
    letters: letterBits(word.text),
  }));
}

const isKnown = (index: NameIndex, text: string) =>
  index.words.has(text) || index.byStem.has(wordStem(text));

function splitWord(index: NameIndex, word: NameWord): NameWord[] {
  const { text, typed } = word;
  if (text.length < 8 || isKnown(index, text)) return [word];
  for (let at = text.length - 4; at >= 4; at--) {
    const parts = [text.slice(0, at), text.slice(at)];
    if (parts.every((part) => index.words.has(part))) {
      return parts.map((part) => ({ text: part, typed }));
    }
  }
  return [word];
}

const maximumStored = 1_000;

/** A search of words that stores its results, because the words repeat while a user types a text. */
function storing(find: (index: NameIndex, searched: SearchedWord) => FoundWords): typeof find {
  const stored = new WeakMap<NameIndex, Map<string, FoundWords>>();
  return (index, searched) => {
    const known = stored.get(index) ?? new Map<string, FoundWords>();
    stored.set(index, known);
    const before = known.get(searched.text);
    if (before) return before;
    if (known.size >= maximumStored) known.clear();
    const found = find(index, searched);
    known.set(searched.text, found);
    return found;
  };
}

/** Certain matches: the same word, and words that begin with the typed text. */
export const sureWords = storing((index, searched) => {
  const found = new Map<IndexedWord, Farness>();
  for (const word of index.byStem.get(searched.stem) ?? []) found.set(word, farness.same);
  if (searched.text.length < 3) return found;
  for (const word of index.words.values()) {
    if (!found.has(word) && word.text.startsWith(searched.text)) found.set(word, farness.beginning);
  }
  return found;
});

/** All matches, certain or not. */
export const possibleWords = storing((index, searched) => {
  const found = new Map(sureWords(index, searched));
  for (const stem of relatedStems.get(searched.stem) ?? []) {
    for (const word of index.byStem.get(stem) ?? []) {
      if (!found.has(word)) found.set(word, farness.related);
    }
  }
  const root = knownRoot(index, searched);
  for (const word of index.words.values()) {
    if (found.has(word)) continue;
    const far = guessed(searched, word);
    const isOfRoot = far === farness.related || word.text.startsWith(root);
    if (far !== undefined && isOfRoot) found.set(word, far);
  }
  return found;
});

/**
 * The longest known stem with which the stem of a word begins; empty if there is none. It has no typing error:
 * "petroleiro" is derived from "petróleo" and is no misspelt "patroleiro".
 */
function knownRoot({ byStem }: NameIndex, { stem }: SearchedWord): string {
  for (let length = stem.length - 1; length >= minKnownRootLength; length--) {
    if (byStem.has(stem.slice(0, length))) return stem.slice(0, length);
  }
  return '';
}

function guessed(searched: SearchedWord, word: IndexedWord): Farness | undefined {
  const shorter = Math.min(searched.text.length, word.text.length);
  const maxErrors = shorter >= minLengthForTwoErrors ? 2 : Number(shorter >= minLengthForOneError);
  const isNear =
    maxErrors > 0 &&
    Math.abs(searched.text.length - word.text.length) <= maxErrors + 1 &&
    differentLetters(searched.letters, word.letters) <= 2 * maxErrors;
  if (isNear) {
    const errors = Math.min(
      typingErrors(searched.text, word.text, maxErrors),
      // A wrong letter in "auxliares" is also one in its stem.
      shorter > 5 ? typingErrors(searched.stem, word.stem, maxErrors) : maxErrors + 1,
    );
    if (errors === 1) return farness.oneError;
    if (isSameRoot(searched, word)) return farness.related;
    if (errors === 2 && maxErrors === 2) return farness.twoErrors;
    return undefined;
  }
  return isSameRoot(searched, word) ? farness.related : undefined;
}

/** "contábil" and "contabilidade", "enfermagem" and "enfermeiro". */
function isSameRoot(searched: SearchedWord, word: IndexedWord): boolean {
  const longest = Math.max(searched.stem.length, word.stem.length);
  if (Math.min(searched.stem.length, word.stem.length) < minRootLength) {
    return searched.stem.length >= 4 && word.text.startsWith(searched.stem);
  }
  let common = 0;
  while (common < longest && searched.stem[common] === word.stem[common]) common++;
  return common >= minRootLength && common >= longest * 0.6;
}

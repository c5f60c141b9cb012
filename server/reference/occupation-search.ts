import { occupationSynonyms, occupationTable, type Occupation } from './occupations.ts';
import { isWithinOneError, titleWords, wordStem } from './title-words.ts';

/**
 * Finds occupations by free text. Every word of the text must match a word of the title, in any order: the same
 * word first (in any number or gender), then as its beginning, then with one typing error, then by its root.
 */
export interface OccupationIndex {
  readonly words: readonly Word[];
}

interface Word {
  readonly text: string;
  readonly stem: string;
  /** The titles that have it. */
  readonly titles: Title[];
}

interface Title {
  readonly code: string;
  readonly words: readonly string[];
}

type Matcher = (asked: Asked, word: Word) => boolean;
type Asked = Pick<Word, 'text' | 'stem'>;

/** How far each matched word is from the one asked for: the position of the matcher that found it. */
type WordMatches = ReadonlyMap<Word, number>;

const longestText = 300;
const mostWords = 16;

const isCloseSpelling = (a: string, b: string, shortest: number) =>
  a.length >= shortest && b.length >= shortest && isWithinOneError(a, b);

const isSameWord: Matcher = (asked, word) => word.stem === asked.stem;
const isBeginning: Matcher = (asked, word) =>
  asked.text.length >= 3 && word.text.startsWith(asked.text);
const isTypingError: Matcher = (asked, word) =>
  isCloseSpelling(asked.text, word.text, 4) || isCloseSpelling(asked.stem, word.stem, 6);
const isSameRoot: Matcher = (asked, word) =>
  asked.stem.length >= 4 && word.text.startsWith(asked.stem);

const matchers = [isSameWord, isBeginning, isTypingError, isSameRoot] as const;

let current:
  | {
      readonly index: OccupationIndex;
      readonly titles: ReadonlyMap<string, Occupation>;
      readonly synonyms: readonly Occupation[];
    }
  | undefined;

/** How common each occupation is, by its code: of those that a text finds equally well, the commoner is first. */
export type Commonness = ReadonlyMap<string, number>;

const unknown: Commonness = new Map();

/**
 * The codes of the CBO occupations that a text finds, best first; none for an empty, odd or overlong text. Four digits
 * are a family, and find all that are of it.
 */
export function searchOccupations(text: string, commonness: Commonness = unknown): string[] {
  const [, family] = /^\s*(\d{4})\s*$/.exec(text) ?? [];
  if (family !== undefined) {
    return [...occupationTable().keys()].filter((code) => code.startsWith(family));
  }
  return searchIndex(currentIndex(), text, commonness);
}

/** Built again after an import, which puts other tables in the place of these. */
function currentIndex(): OccupationIndex {
  const [titles, synonyms] = [occupationTable(), occupationSynonyms()];
  if (current?.titles !== titles || current.synonyms !== synonyms) {
    const index = indexOccupations([...titles.values(), ...synonyms]);
    current = { index, titles, synonyms };
  }
  return current.index;
}

/** Indexes titles for `searchIndex`. A code may come with several titles, as synonyms do. */
export function indexOccupations(occupations: readonly Occupation[]): OccupationIndex {
  const words = new Map<string, Word>();
  for (const { code, title } of occupations) {
    const indexed: Title = { code, words: titleWords(title) };
    for (const text of indexed.words) {
      const word = words.get(text) ?? { text, stem: wordStem(text), titles: [] };
      word.titles.push(indexed);
      words.set(text, word);
    }
  }
  return { words: [...words.values()] };
}

/** The codes that a text finds in an index, each once, best first. */
export function searchIndex(
  index: OccupationIndex,
  text: string,
  commonness: Commonness = unknown,
): string[] {
  if (text.length > longestText) return [];
  const asked = titleWords(text).map((word) => ({ text: word, stem: wordStem(word) }));
  if (asked.length === 0 || asked.length > mostWords) return [];
  const found = asked.map((word) => matchesOf(index, word));
  if (found.some((matches) => matches.size === 0)) return [];
  for (const reach of [nearest, sameOrBeginning, anyMatch]) {
    const codes = rankedCodes(asked, found.map(reach), commonness);
    if (codes.length > 0) return codes;
  }
  return [];
}

function matchesOf(index: OccupationIndex, asked: Asked): WordMatches {
  const matches = new Map<Word, number>();
  for (const word of index.words) {
    const distance = matchers.findIndex((matcher) => matcher(asked, word));
    if (distance >= 0) matches.set(word, distance);
  }
  return matches;
}

const upTo = (matches: WordMatches, farthest: number): WordMatches =>
  new Map([...matches].filter(([, distance]) => distance <= farthest));

const nearest = (matches: WordMatches) => upTo(matches, Math.min(...matches.values()));

// "auxiliar contábil": "contábil" stands in titles of its own, but with "auxiliar" only as "contabilidade".
const sameOrBeginning = (matches: WordMatches) =>
  upTo(matches, Math.max(1, ...nearest(matches).values()));

const anyMatch = (matches: WordMatches) => matches;

interface Candidate {
  readonly code: string;
  readonly distance: number;
  readonly unmatchedWords: number;
  readonly inflectedWords: number;
  readonly isLed: boolean;
  readonly commonness: number;
}

function rankedCodes(
  asked: readonly Asked[],
  matches: readonly WordMatches[],
  commonness: Commonness,
): string[] {
  const askedTexts = new Set(asked.map(({ text }) => text));
  const matchedTexts = new Set(
    matches.flatMap((found) => [...found.keys()].map(({ text }) => text)),
  );
  const candidates = [...titleDistances(matches)].map(([{ code, words }, distance]): Candidate => ({
    code,
    distance,
    unmatchedWords: words.filter((word) => !matchedTexts.has(word)).length,
    inflectedWords: words.filter((word) => matchedTexts.has(word) && !askedTexts.has(word)).length,
    isLed: matchedTexts.has(words[0] ?? ''),
    commonness: commonness.get(code) ?? 0,
  }));
  return [...new Set(candidates.toSorted(byFitness).map(({ code }) => code))];
}

/** The titles that every asked word matches, with the sum of the distances of their nearest words. */
function titleDistances(matches: readonly WordMatches[]): ReadonlyMap<Title, number> {
  const [first = new Map<Title, number>(), ...others] = matches.map(nearestInTitles);
  return others.reduce(
    (sums, next) =>
      new Map(
        [...sums].flatMap(([title, sum]): [Title, number][] => {
          const distance = next.get(title);
          return distance === undefined ? [] : [[title, sum + distance]];
        }),
      ),
    first,
  );
}

function nearestInTitles(found: WordMatches): Map<Title, number> {
  const distances = new Map<Title, number>();
  for (const [word, distance] of found) {
    for (const title of word.titles) {
      distances.set(title, Math.min(distance, distances.get(title) ?? distance));
    }
  }
  return distances;
}

// A whole title first; then those that begin with what was asked, the commoner before the shorter.
function byFitness(a: Candidate, b: Candidate): number {
  return (
    a.distance - b.distance ||
    Number(b.unmatchedWords === 0) - Number(a.unmatchedWords === 0) ||
    Number(b.isLed) - Number(a.isLed) ||
    b.commonness - a.commonness ||
    a.unmatchedWords - b.unmatchedWords ||
    a.inflectedWords - b.inflectedWords ||
    (a.code < b.code ? -1 : 1)
  );
}

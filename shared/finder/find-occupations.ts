import { max } from 'd3-array';
import { plainText } from '../words/format.ts';
import {
  searchedWords,
  farness,
  possibleWords,
  sureWords,
  type SearchedWord,
  type Farness,
  type FoundWords,
} from './match-words.ts';
import { saysLittle } from './name-words.ts';
import { nearestNames, type IndexedName, type IndexedWord, type NameIndex } from './name-index.ts';

export interface FoundOccupation {
  readonly code: string;
  readonly name: IndexedName;
  /** Whether the search counts the occupation; the others are only possible meanings. */
  readonly isMeant: boolean;
  /** Words of the text that do not occur in the name, in plain text. */
  readonly leftOut: readonly string[];
  /** The name has no words that the text lacks, and no related or misspelt ones. */
  readonly isWhole: boolean;
  /** No word of the text is known; the name is only similar. */
  readonly isLookalike: boolean;
}

/** Frequency of an occupation, by code: among equally good matches, the more frequent comes first. */
export type Commonness = (code: string) => number;

const maxTextLength = 300;
const maxWords = 16;
/** If fewer occupations have all words, occupations with some of them follow. */
const enough = 5;
const firstWordWeight = 1.25;

/**
 * The occupations that match a text, each once with its best name, best first. A name equal to the text comes first,
 * then the more frequent occupation, then the closer name. Where a name has the text as it is typed, names that only a
 * typing error brings near ("boleira", "goleiro") are left out. If no word of the text is known, the result is the
 * occupations with similar names. Empty for an empty text, or one with too many words or characters.
 */
export function findOccupations(
  index: NameIndex,
  text: string,
  commonness: Commonness,
): FoundOccupation[] {
  if (text.length > maxTextLength) return [];
  const searched = searchedWords(index, text);
  if (searched.length === 0 || searched.length > maxWords) return [];
  const search = { index, searched, plain: plainText(text), commonness };
  const candidates = candidatesFor(search);
  if (candidates.length === 0) return lookalikes(index, search.plain);
  const sorted = candidates.toSorted(byFitness);
  const meant = matchingCodes(sorted);
  // If names have all words, counted occupations come first.
  const isWhole = sorted[0]?.leftOut.length === 0;
  const best = bestOfEach(sorted);
  const ordered = isWhole
    ? best.toSorted((a, b) => Number(meant.has(b.name.code)) - Number(meant.has(a.name.code)))
    : best;
  const [first] = sorted;
  const isKnown = first !== undefined && isWhole && first.far <= farness.beginning;
  const shown = isKnown ? ordered.filter((candidate) => !isMisspelling(candidate)) : ordered;
  return shown.map((candidate) => ({
    code: candidate.name.code,
    name: candidate.name,
    isMeant: meant.has(candidate.name.code),
    leftOut: candidate.leftOut,
    isWhole: candidate.likeness <= likeness.sameWords && candidate.far <= farness.beginning,
    isLookalike: false,
  }));
}

/** Whether a word of the name is near only by a typing error. */
const isMisspelling = ({ far }: Candidate): boolean =>
  far === farness.oneError || far === farness.twoErrors;

const lookalikes = (index: NameIndex, plain: string): FoundOccupation[] =>
  nearestNames(index, plain).map((name) => ({
    code: name.code,
    name,
    isMeant: false,
    leftOut: [],
    isWhole: false,
    isLookalike: true,
  }));

/**
 * Names with all words; failing that, names with all words except those such as "plantonista", which describe the
 * worker and not the job. If either are few, also the names with most words.
 */
function candidatesFor(search: Search): readonly Candidate[] {
  const sure = complete(candidatesOf(search, sureWords));
  if (hasEnough(sure)) return sure;
  const possible = candidatesOf(search, possibleWords);
  const whole = complete(possible);
  if (whole.length > 0) return hasEnough(whole) ? whole : possible;
  const distinctive = search.searched.filter(({ text }) => !saysLittle.has(text));
  if (distinctive.length === 0 || distinctive.length === search.searched.length) return possible;
  const little = search.searched.filter(({ text }) => saysLittle.has(text));
  return candidatesFor({
    ...search,
    searched: distinctive,
    plain: distinctive.map(({ text }) => text).join(' '),
  }).map((candidate) => ({
    ...candidate,
    leftOut: [...candidate.leftOut, ...little.map(({ typed }) => typed)],
  }));
}

interface Search {
  readonly index: NameIndex;
  readonly searched: readonly SearchedWord[];
  readonly plain: string;
  readonly commonness: Commonness;
}

/** How well the text covers a name. */
const likeness = { sameText: 0, sameWords: 1, sameHead: 2, led: 3, mentioned: 4 } as const;

interface Candidate {
  readonly name: IndexedName;
  /** The value of the farthest word. */
  readonly far: number;
  readonly likeness: number;
  /** The sum over all words. */
  readonly distance: number;
  /** The share of the text that the name covers, 0 to 1. */
  readonly coverage: number;
  readonly unmatchedWords: number;
  readonly leftOut: readonly string[];
  /** The name contains the first word of the text. */
  readonly hasFirst: boolean;
  readonly commonness: number;
}

const complete = (candidates: readonly Candidate[]) =>
  candidates.filter(({ leftOut }) => leftOut.length === 0);

const hasEnough = (candidates: readonly Candidate[]) =>
  new Set(candidates.map(({ name }) => name.code)).size >= enough;

function candidatesOf(
  search: Search,
  wordsFor: (index: NameIndex, searched: SearchedWord) => FoundWords,
): Candidate[] {
  const { index, searched } = search;
  // A job title starts with the job itself: "enfermeira padrão plantonista" is a nurse.
  const found = searched.map((word, place) =>
    nearestByName(index, wordsFor(index, word), place === 0 ? firstWordWeight : 1),
  );
  const whole = found.reduce((sum, { weight }) => sum + weight, 0);
  const coverages = coveragesOf(found);
  const least = minCoverage(coverages);
  const candidates: Candidate[] = [];
  for (const [position, coverage] of coverages) {
    const name = index.names[position];
    if (name === undefined || coverage < least) continue;
    candidates.push(candidateOf(name, coverage / whole, found, search));
  }
  return candidates;
}

/** The matches of one word of the text: for each name, the nearest of its words. */
interface FoundByName {
  readonly weight: number;
  readonly nearest: ReadonlyMap<number, Nearest>;
}

interface Nearest {
  readonly word: IndexedWord;
  readonly far: Farness;
}

function nearestByName({ names }: NameIndex, found: FoundWords, times: number): FoundByName {
  const nearest = new Map<number, Nearest>();
  // The nearest words first, so that each name stores its nearest one.
  for (const [word, far] of [...found].toSorted(([, a], [, b]) => a - b)) {
    const match = { word, far };
    for (const position of word.names) {
      if (!nearest.has(position)) nearest.set(position, match);
    }
  }
  // A rare word is more informative than a frequent one.
  return { nearest, weight: times * Math.log(1 + names.length / (nearest.size + 1)) };
}

/** The coverage of the text by each name, by the name's position. */
function coveragesOf(found: readonly FoundByName[]): ReadonlyMap<number, number> {
  const coverages = new Map<number, number>();
  for (const { nearest, weight } of found) {
    for (const [position, { far }] of nearest) {
      coverages.set(position, (coverages.get(position) ?? 0) + weight * (1 - far / 10));
    }
  }
  return coverages;
}

/** The minimum coverage of a candidate: 60 % of the best one. */
const minCoverage = (coverages: ReadonlyMap<number, number>): number =>
  (max(coverages.values()) ?? 0) * 0.6;

function candidateOf(
  name: IndexedName,
  coverage: number,
  found: readonly FoundByName[],
  { searched, plain, commonness }: Search,
): Candidate {
  const matched = new Set<IndexedWord>();
  const leftOut: string[] = [];
  let [far, distance] = [0, 0];
  for (const [place, { nearest }] of found.entries()) {
    const match = nearest.get(name.position);
    if (match === undefined) {
      leftOut.push(searched[place]?.typed ?? '');
      continue;
    }
    matched.add(match.word);
    far = Math.max(far, match.far);
    distance += match.far;
  }
  return {
    name,
    far,
    distance,
    coverage,
    likeness: likenessOf(name, matched, plain),
    unmatchedWords: name.words.length - matched.size,
    leftOut: [...new Set(leftOut)],
    hasFirst: found[0]?.nearest.has(name.position) ?? false,
    commonness: commonness(name.code),
  };
}

function likenessOf(
  { plain, words, headWords, isTitle }: IndexedName,
  matched: ReadonlySet<IndexedWord>,
  searched: string,
): number {
  if (plain === searched) return likeness.sameText;
  if (matched.size === words.length) return likeness.sameWords;
  const head = words.slice(0, headWords);
  if (isTitle && head.length === matched.size && head.every((word) => matched.has(word))) {
    return likeness.sameHead;
  }
  const [first] = words;
  return first !== undefined && matched.has(first) ? likeness.led : likeness.mentioned;
}

function byFitness(a: Candidate, b: Candidate): number {
  const isPartial = a.leftOut.length > 0 || b.leftOut.length > 0;
  return (
    Number(a.leftOut.length > 0) - Number(b.leftOut.length > 0) ||
    (isPartial ? Math.round(b.coverage * 20) - Math.round(a.coverage * 20) : 0) ||
    a.far - b.far ||
    a.likeness - b.likeness ||
    b.commonness - a.commonness ||
    a.distance - b.distance ||
    Number(b.name.isTitle) - Number(a.name.isTitle) ||
    a.unmatchedWords - b.unmatchedWords ||
    (a.name.code < b.name.code ? -1 : 1)
  );
}

const bestOfEach = (candidates: readonly Candidate[]): Candidate[] =>
  [...Map.groupBy(candidates, ({ name }) => name.code).values()].flatMap(([best]) => best ?? []);

/**
 * The codes of the occupations that a text names. If a whole name matches, only its codes. Otherwise all occupations
 * that match as well as the first; if some match by title, only those: "Auxiliar de limpeza" does not make a cleaner an
 * auxiliar.
 */
function matchingCodes(sorted: readonly Candidate[]): ReadonlySet<string> {
  // A name without the first word is shown, but not counted while others have that word.
  const first = sorted.find(({ hasFirst }) => hasFirst) ?? sorted[0];
  const alike = first === undefined ? [] : sorted.filter((candidate) => isAsGood(candidate, first));
  const titles = alike.filter(({ name }) => name.isTitle);
  const isWhole = first !== undefined && kindOf(first) === likeness.sameWords;
  const meant = isWhole || titles.length === 0 ? alike : titles;
  return new Set(meant.map(({ name }) => name.code));
}

const isAsGood = (candidate: Candidate, first: Candidate): boolean =>
  candidate.far === first.far &&
  candidate.hasFirst === first.hasFirst &&
  candidate.leftOut.join(' ') === first.leftOut.join(' ') &&
  kindOf(candidate) === kindOf(first);

function kindOf({ likeness: found, far }: Candidate): number {
  const isWhole = found <= likeness.sameWords && far !== farness.beginning;
  return isWhole ? likeness.sameWords : Math.max(found, likeness.led);
}

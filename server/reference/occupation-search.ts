import { setImmediate } from 'node:timers/promises';
import { everydayNames } from '../../shared/cbo/everyday-names.ts';
import { officialNames } from '../../shared/cbo/official-names.ts';
import {
  findOccupations,
  type Commonness,
  type FoundOccupation,
} from '../../shared/finder/find-occupations.ts';
import {
  indexingNames,
  indexNames,
  type NameIndex,
  type OccupationName,
} from '../../shared/finder/name-index.ts';
import { occupationSynonyms, occupationTable, type Occupation } from './occupations.ts';

interface Indexed {
  readonly index: NameIndex;
  readonly titles: ReadonlyMap<string, Occupation>;
  readonly synonyms: readonly Occupation[];
}

let current: Indexed | undefined;
let isBuilding = false;

/** How common occupations are where a release says nothing: their lines in an official month, below one record. */
const usualCommonness: Commonness = (code) => (officialNames.lines[code] ?? 0) / 1e6;

/** By records of a release, and among those that have equally many by how common they usually are. */
export const commonnessBy =
  (records: ReadonlyMap<string, number>): Commonness =>
  (code) =>
    (records.get(code) ?? 0) + usualCommonness(code);

/** The occupations that a text finds by the names in force, best first. */
export function searchOccupations(
  text: string,
  commonness: Commonness = usualCommonness,
): FoundOccupation[] {
  return findOccupations(currentIndex(), text, commonness);
}

/** The codes of a family, which four digits are; undefined for another text. */
export function maybeFamilyCodes(text: string): string[] | undefined {
  const [, family] = /^\s*(\d{4})\s*$/.exec(text) ?? [];
  return family === undefined
    ? undefined
    : [...occupationTable().keys()].filter((code) => code.startsWith(family));
}

/** The codes that a text stands for: they are counted. */
export function codesMeant(text: string): string[] {
  return (
    maybeFamilyCodes(text) ??
    searchOccupations(text).flatMap(({ code, isMeant }) => (isMeant ? [code] : []))
  );
}

/** Indexes the names in force in turns: until it is done, texts are searched in those before. */
export async function readyOccupationSearch(): Promise<void> {
  const [titles, synonyms] = [occupationTable(), occupationSynonyms()];
  if (isCurrent(current, titles, synonyms)) return;
  isBuilding = true;
  try {
    const indexing = indexingNames(namesOf(titles, synonyms));
    let step = indexing.next();
    while (!step.done) {
      await setImmediate();
      step = indexing.next();
    }
    current = { index: step.value, titles, synonyms };
  } finally {
    isBuilding = false;
  }
}

function currentIndex(): NameIndex {
  const [titles, synonyms] = [occupationTable(), occupationSynonyms()];
  if (current !== undefined && (isBuilding || isCurrent(current, titles, synonyms))) {
    return current.index;
  }
  current = { index: indexNames(namesOf(titles, synonyms)), titles, synonyms };
  return current.index;
}

const isCurrent = (
  indexed: Indexed | undefined,
  titles: Indexed['titles'],
  synonyms: Indexed['synonyms'],
) => indexed?.titles === titles && indexed.synonyms === synonyms;

function* namesOf(
  titles: Indexed['titles'],
  synonyms: Indexed['synonyms'],
): Generator<OccupationName> {
  for (const { code, title } of titles.values()) yield { code, text: title, isTitle: true };
  for (const { code, title } of synonyms) yield { code, text: title, isTitle: false };
  for (const [text, codes] of Object.entries(everydayNames)) {
    for (const code of codes) {
      if (titles.has(code)) yield { code, text, isTitle: false };
    }
  }
}

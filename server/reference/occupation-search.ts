import { setImmediate } from 'node:timers/promises';
import type { OccupationItem } from '../../shared/contracts/reference.ts';
import { everydayNames, officialNames } from '../../shared/finder/cbo/official-names.ts';
import {
  type Commonness,
  type FoundOccupation,
  findOccupations,
} from '../../shared/finder/find-occupations.ts';
import {
  type NameIndex,
  type OccupationName,
  indexNames,
  indexingNames,
} from '../../shared/finder/name-index.ts';
import {
  type Occupation,
  occupationSynonyms,
  occupationTable,
  occupationTitle,
} from './occupations.ts';

/** The search index of names, and the tables that it covers. */
export interface Indexed {
  readonly index: NameIndex;
  readonly titles: ReadonlyMap<string, Occupation>;
  readonly synonyms: readonly Occupation[];
}

let current: Indexed | undefined;

/** How common occupations are without a release: their lines in an official month, scaled below one record. */
const usualCommonness: Commonness = (code) => (officialNames.lines[code] ?? 0) / 1e6;

/** Orders by records of a release, and equal ones by how common they usually are. */
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

/** The codes of digits: six are an occupation, with or without a hyphen, four its family; undefined for others. */
export function maybeDigitCodes(text: string): string[] | undefined {
  const [, family, ending = ''] = /^\s*(\d{4})(?:-?(\d{2}))?\s*$/.exec(text) ?? [];
  return family === undefined
    ? undefined
    : [...occupationTable().keys()].filter((code) => code.startsWith(family + ending));
}

/** The codes whose records a search for this text counts. */
export function matchingCodes(text: string): string[] {
  return (
    maybeDigitCodes(text) ??
    searchOccupations(text).flatMap(({ code, isMeant }) => (isMeant ? [code] : []))
  );
}

export const namesInForce = (): Iterable<OccupationName> =>
  namesOf(occupationTable(), occupationSynonyms());

/** Indexes the names in force at the start of a process. Yields to the event loop every few milliseconds. */
export async function readyOccupationSearch(): Promise<void> {
  useOccupationIndex(await occupationIndex(occupationTable(), occupationSynonyms()));
}

/** Indexes names, with turns of the event loop; `useOccupationIndex` puts them in force with their tables. */
export async function occupationIndex(
  titles: Indexed['titles'],
  synonyms: Indexed['synonyms'],
): Promise<Indexed> {
  const indexing = indexingNames(namesOf(titles, synonyms));
  let step = indexing.next();
  while (!step.done) {
    await setImmediate();
    step = indexing.next();
  }
  return { index: step.value, titles, synonyms };
}

export function useOccupationIndex(indexed: Indexed): void {
  current = indexed;
}

/** The index of the tables in force; built here if it is missing or outdated. */
function currentIndex(): NameIndex {
  const [titles, synonyms] = [occupationTable(), occupationSynonyms()];
  if (current?.titles !== titles || current.synonyms !== synonyms) {
    current = { index: indexNames(namesOf(titles, synonyms)), titles, synonyms };
  }
  return current.index;
}

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

/** The occupations that a text finds, as a list of choices, best first; digits are codes. */
export function occupationItems(text: string, commonness?: Commonness): OccupationItem[] {
  const family = maybeDigitCodes(text);
  if (family !== undefined) return family.map(titled);
  return searchOccupations(text, commonness).map(occupationItem);
}

/** An occupation that a text found; if not by its title, with how it was found. */
export const occupationItem = (found: FoundOccupation): OccupationItem => ({
  ...titled(found.code),
  ...(!found.name.isTitle && { sinonimo: found.name.text }),
  ...(found.leftOut.length > 0 && { ignoradas: [...found.leftOut] }),
  ...(found.isLookalike && { parecida: true }),
});

const titled = (codigo: string) => ({ codigo, titulo: occupationTitle(codigo) ?? codigo });

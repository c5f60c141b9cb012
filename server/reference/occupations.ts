import { getCbo } from '@brazilian-utils/brazilian-utils/get-cbo';
import { officialNames } from '../../shared/finder/cbo/official-names.ts';
import { formatDay } from '../../shared/words/format.ts';

/**
 * The 2,694 occupations of CBO 2002 (Ministério do Trabalho e Emprego), from the MIT package
 * `@brazilian-utils/brazilian-utils`, whose table only supports look-ups by code.
 */
export interface Occupation {
  /** Six digits, with leading zeros. */
  readonly code: string;
  readonly title: string;
}

let builtIn: readonly Occupation[] | undefined;
let inForce: Occupations | undefined;
const tablesInForce = () => (inForce ??= occupationsWith([], []));

/** Every occupation, by ascending code; listed on the first call and cached. */
export function allOccupations(): readonly Occupation[] {
  return [...occupationTable().values()];
}

const classification = 'CBO 2002 (MTE)';

/** Where the titles and the other names in force come from. */
export const occupationSources = () => ({
  titles: tablesInForce().hasImportedTitles
    ? `${classification}, arquivo importado`
    : classification,
  synonyms: tablesInForce().hasImportedSynonyms
    ? `${classification}, arquivo importado`
    : `${classification}, arquivos de ${formatDay(officialNames.date)}`,
});

/** The official title of a six-digit code; undefined for a code that the table lacks, which files may carry. */
export function occupationTitle(code: string): string | undefined {
  return occupationTable().get(code)?.title;
}

/** The official other names of occupations: the imported ones, or the built-in ones. A code may have several. */
export function occupationSynonyms(): readonly Occupation[] {
  return tablesInForce().synonyms;
}

/** Tables of occupations, to be put in force together. */
export interface Occupations {
  readonly titles: ReadonlyMap<string, Occupation>;
  readonly synonyms: readonly Occupation[];
  readonly hasImportedTitles: boolean;
  readonly hasImportedSynonyms: boolean;
}

/** Puts tables in force, all at once. */
export function useOccupations(tables: Occupations): void {
  inForce = tables;
}

/**
 * The built-in tables combined with the imported ones. Titles are added to the built-in table and replace those of the
 * same code; a code that a newer CBO dropped stays, because old files use it. Imported other names replace the built-in
 * ones; without any, the built-in ones stay.
 */
export function occupationsWith(
  titles: readonly Occupation[],
  otherNames: readonly Occupation[],
): Occupations {
  // Of two titles of a code, the imported one comes last, and the map retains it.
  const both = [...(builtIn ??= listOccupations()), ...titles].toSorted(
    (a, b) => Number(a.code) - Number(b.code),
  );
  const byCode = new Map(both.map((occupation) => [occupation.code, occupation]));
  return {
    titles: byCode,
    synonyms: (otherNames.length > 0 ? otherNames : builtInSynonyms()).filter(({ code }) =>
      byCode.has(code),
    ),
    hasImportedTitles: titles.length > 0,
    hasImportedSynonyms: otherNames.length > 0,
  };
}

const builtInSynonyms = (): Occupation[] =>
  Object.entries(officialNames.synonyms).flatMap(([code, names]) =>
    names.map((title) => ({ code, title })),
  );

/** The titles in force by code; each import of occupations creates another map. */
export function occupationTable(): ReadonlyMap<string, Occupation> {
  return tablesInForce().titles;
}

/** The package has this family, which MTE's files do not name. */
const unnamedFamily = '5169';

/** Tries all codes of each family, its first four digits. */
function listOccupations(): Occupation[] {
  const families = Object.keys(officialNames.groups).filter((code) => code.length === 4);
  return [...families, unnamedFamily].flatMap((family) =>
    Array.from({ length: 100 }, (_, ending) => getCbo(Number(family) * 100 + ending)).flatMap(
      (found) => (found ? [{ code: found.code, title: tidy(found.description) }] : []),
    ),
  );
}

const tidy = (title: string) => title.replace(/\s+/g, ' ').trim();

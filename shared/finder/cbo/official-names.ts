import names from './official-names.json' with { type: 'json' };
import table from './everyday-names.json' with { type: 'json' };

/** The names of an official classification, as facts; `scripts/write-cbo-names.ts` generates them. */
export interface OfficialNames {
  readonly source: string;
  /** AAAA-MM-DD of the download. */
  readonly date: string;
  /** By file. */
  readonly sha256: Readonly<Record<string, string>>;
  /** The source in which `lines` were counted. */
  readonly linesSource: string;
  /** Names by code: one digit a grande grupo, two a subgrupo principal, three a subgrupo, four a família. */
  readonly groups: Readonly<Record<string, string>>;
  /** Alternative names of an occupation, by its six digits. */
  readonly synonyms: Readonly<Record<string, readonly string[]>>;
  /** Number of lines per occupation in an official month: its frequency if no other data gives one. */
  readonly lines: Readonly<Record<string, number>>;
}

export const officialNames: OfficialNames = names;

/**
 * Labour-market names that the CBO lacks, each with the official codes that it stands for: maintained by hand in
 * `everyday-names.json`, one name per line.
 */
export const everydayNames: Readonly<Record<string, readonly string[]>> = table.names;

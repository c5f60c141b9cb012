import names from './official-names.json' with { type: 'json' };

/** What an official classification calls things, as facts: made by `server/reference/write-cbo-names.ts`. */
export interface OfficialNames {
  readonly source: string;
  /** AAAA-MM-DD on which the files were taken. */
  readonly date: string;
  /** Of each file. */
  readonly sha256: Readonly<Record<string, string>>;
  /** Where `lines` were counted. */
  readonly linesSource: string;
  /** Names by code: one digit a grande grupo, two a subgrupo principal, three a subgrupo, four a família. */
  readonly groups: Readonly<Record<string, string>>;
  /** Other names of an occupation, by its six digits. */
  readonly synonyms: Readonly<Record<string, readonly string[]>>;
  /** How many lines of an official month an occupation has: how common it is where nothing else tells. */
  readonly lines: Readonly<Record<string, number>>;
}

export const officialNames: OfficialNames = names;

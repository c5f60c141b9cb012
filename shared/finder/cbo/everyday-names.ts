import table from './everyday-names.json' with { type: 'json' };

/**
 * Labour-market names that the CBO lacks, each with the official codes that it stands for: maintained by hand in
 * `everyday-names.json`, one name per line.
 */
export const everydayNames: Readonly<Record<string, readonly string[]>> = table.names;

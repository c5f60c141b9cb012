import table from './everyday-names.json' with { type: 'json' };

/**
 * Names of the labour market that the CBO lacks, each with the official codes that it means: kept by hand in
 * `everyday-names.json`, a line a name.
 */
export const everydayNames: Readonly<Record<string, readonly string[]>> = table.names;

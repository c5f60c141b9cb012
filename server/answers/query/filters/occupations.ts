import type { SearchFilters } from '../../../../shared/contracts/search.ts';
import { matchingCodes } from '../../../reference/occupation-search.ts';
import { codesOfFamily } from './occupation-family.ts';
import { invalid } from '../../../platform/errors.ts';
import { among, between, type LineFilter } from './line-filter.ts';

/** Month files order lines by occupation, so its runs are found without a test of each line. */
const foundByRuns = () => [];

const isLess = ({ semCbos = [] }: SearchFilters) => semCbos.length > 0;

const codesWritten = ({ cbo, cbos = [] }: Pick<SearchFilters, 'cbo' | 'cbos'>): string[] => [
  ...(cbo === undefined ? [] : [cbo]),
  ...cbos,
];

function codesNamed({ cbo, cbos, searchQuery }: SearchFilters): string[] | null {
  const named = codesWritten({ cbo, cbos });
  if (named.length === 0 && searchQuery === undefined) return null;
  const found = searchQuery === undefined ? [] : matchingCodes(searchQuery);
  return [...new Set([...named, ...found])];
}

/**
 * The codes that a text or a family finds, minus the excluded codes. Codes named one by one always stay. A family
 * includes the codes that the CBO lacks.
 */
function codesLeft(filters: SearchFilters): string[] {
  const { familiaCbo, semCbos = [] } = filters;
  const named = codesNamed(filters);
  if (named === null && familiaCbo === undefined) {
    throw invalid('semCbos', 'Informe o cargo ou a família de onde retirar estas ocupações.');
  }
  const ofFamily = familiaCbo === undefined ? [] : possibleCodes(familiaCbo);
  const found = new Set([...(named ?? []), ...ofFamily]).difference(new Set(semCbos));
  return [...new Set([...codesWritten(filters), ...found])];
}

const possibleCodes = (family: string) =>
  Array.from({ length: codesOfFamily }, (_, ending) => family + String(ending).padStart(2, '0'));

/** By six-digit code; an empty list means that no title matches the text. */
export const occupations: LineFilter<readonly number[]> = {
  resolve: (filters) =>
    (isLess(filters) ? codesLeft(filters) : codesNamed(filters))?.map(Number) ?? null,
  condition: (codes) => among('cbo', 'occupations', 'UInt32', codes),
  tests: foundByRuns,
};

/** Four digits: occupations whose code begins with them, in addition to the named occupations. */
export const family: LineFilter<number> = {
  resolve: (filters) =>
    filters.familiaCbo === undefined || isLess(filters) ? null : Number(filters.familiaCbo),
  // A range, not a division, so that the engine can use the table's order.
  condition: (code) => {
    const from = code * codesOfFamily;
    return between('cbo', 'UInt32', { from, to: from + codesOfFamily - 1 });
  },
  tests: foundByRuns,
};

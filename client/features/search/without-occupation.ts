import { lessOne } from '../../../shared/filters/filter.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';

/** The change that removes one occupation from a query about several, however the query names it. */
export function withoutOccupation(
  { cbo, cbos, searchQuery, familiaCbo, semCbos = [] }: SearchFilters,
  code: string,
): Partial<SearchFilters> {
  const named = {
    cbo: cbo === code ? undefined : cbo,
    cbos: cbos === undefined ? undefined : lessOne(cbos, code),
  };
  const isFound = searchQuery !== undefined || familiaCbo !== undefined;
  return isFound ? { ...named, semCbos: [...semCbos, code] } : named;
}

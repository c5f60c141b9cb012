import { SearchFilters } from '../../shared/contracts/search.ts';
import { sha256 } from '../platform/sha256.ts';

/** A question in the one form that all ways of asking it have: nothing empty, lists sorted and without doubles. */
export function canonicalFilters(filters: SearchFilters): SearchFilters {
  return SearchFilters.parse(Object.fromEntries(canonicalEntries(filters)));
}

/** The parts of any question in that form, by name. */
export const canonicalEntries = (question: object): (readonly [name: string, value: unknown])[] =>
  Object.entries(question)
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => [name, Array.isArray(value) ? sortedSet(value) : value] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

const sortedSet = <Value extends string | number>(values: readonly Value[]) =>
  [...new Set(values)].toSorted((a, b) => (String(a) < String(b) ? -1 : 1));

/** What makes two questions the same: SHA-256 of the canonical filters. */
export function questionSha256(filters: SearchFilters): string {
  const canonical = Object.entries(canonicalFilters(filters));
  return sha256(JSON.stringify(canonical.toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

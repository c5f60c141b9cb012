import { SearchFilters } from '../../shared/contracts/search.ts';
import { typedFields } from '../../shared/filters/catalogue.ts';
import { sha256 } from '../platform/digest.ts';

/** Normalises filters: removes empty values, and sorts and deduplicates lists, so that equal queries have one form. */
export function canonicalFilters(filters: SearchFilters): SearchFilters {
  return SearchFilters.parse(Object.fromEntries(canonicalEntries(filters)));
}

/** The normalised entries of any query, sorted by name. */
export const canonicalEntries = (query: object): (readonly [name: string, value: unknown])[] =>
  Object.entries(query)
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => [name, Array.isArray(value) ? sortedSet(value) : value] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

const sortedSet = <Value extends string | number>(values: readonly Value[]) =>
  [...new Set(values)].toSorted((a, b) => (String(a) < String(b) ? -1 : 1));

/** SHA-256 of the canonical filters. Two queries are equal if their hashes are. */
export const querySha256 = (filters: SearchFilters): string =>
  sha256(JSON.stringify(canonicalEntries(canonicalFilters(filters))));

/** The canonical filters of a query as they may be logged. Typed text is replaced with its length. */
export function loggedFilters(filters: SearchFilters): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(canonicalFilters(filters)).map(([name, value]) => {
      const unit = typedFields.get(name);
      return [name, unit === undefined ? value : `${lengthOf(value)} ${unit}`];
    }),
  );
}

const lengthOf = (value: unknown) =>
  typeof value === 'string' || Array.isArray(value) ? value.length : 0;

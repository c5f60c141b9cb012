import { describeData } from '../../shared/sentences/query-text.ts';
import { SearchFilters } from '../../shared/contracts/search.ts';

const defaults: ReadonlySet<string> = new Set(describeData(SearchFilters.parse({})));

/** The parts of a query that are not defaults. */
export function nonDefaultParts(parts: readonly string[]): string[] {
  return parts.filter((part) => !defaults.has(part));
}

const isPeriod = (part: string) => /^[a-z]{3}\/\d{4}\b/.test(part);

/** The non-default parts without the months: these distinguish a row of a list from its neighbours. */
export const leadingParts = (parts: readonly string[]): string[] =>
  nonDefaultParts(parts).filter((part) => !isPeriod(part));

/** The months of a query. */
export const monthParts = (parts: readonly string[]): string[] =>
  nonDefaultParts(parts).filter(isPeriod);

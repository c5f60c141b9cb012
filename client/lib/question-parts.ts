import { describeData } from '../../shared/sentences/question-text.ts';
import { SearchFilters } from '../../shared/contracts/search.ts';

const usual: ReadonlySet<string> = new Set(describeData(SearchFilters.parse({})));

/**
 * The non-default parts without the months, which searches of one day share: they distinguish a row of a list from
 * its neighbours.
 */
export function leadingParts(parts: readonly string[]): string[] {
  return nonDefaultParts(parts).filter((part) => !/^[a-z]{3}\/\d{4}\b/.test(part));
}

/** The non-default parts that `leadingParts` leaves out. */
export function monthParts(parts: readonly string[]): string[] {
  const leading = leadingParts(parts);
  return nonDefaultParts(parts).filter((part) => !leading.includes(part));
}

/** The parts of a query that are not defaults. */
export function nonDefaultParts(parts: readonly string[]): string[] {
  return parts.filter((part) => !usual.has(part));
}

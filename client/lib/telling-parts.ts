import { describeData } from '../../shared/sentences/question-text.ts';
import { SearchFilters } from '../../shared/contracts/search.ts';

const usual: ReadonlySet<string> = new Set(describeData(SearchFilters.parse({})));

/**
 * The distinguishing parts without the months, which searches of one day share: they distinguish a row of a list from
 * its neighbours.
 */
export function leadingParts(parts: readonly string[]): string[] {
  return tellingParts(parts).filter((part) => !/^[a-z]{3}\/\d{4}\b/.test(part));
}

/** The distinguishing parts that `leadingParts` leaves out. */
export function monthParts(parts: readonly string[]): string[] {
  const leading = leadingParts(parts);
  return tellingParts(parts).filter((part) => !leading.includes(part));
}

/** The parts that distinguish a query in a short list: without the defaults. */
export function tellingParts(parts: readonly string[]): string[] {
  return parts.filter((part) => !usual.has(part));
}

import { describeData } from '../../shared/sentences/question-text.ts';
import { SearchFilters } from '../../shared/contracts/search.ts';

const usual: ReadonlySet<string> = new Set(describeData(SearchFilters.parse({})));

/** The same without the months, which searches of one day share: what tells a row of a list from those around it. */
export function leadingParts(parts: readonly string[]): string[] {
  return tellingParts(parts).filter((part) => !/^[a-z]{3}\/\d{4}\b/.test(part));
}

/** The parts that tell a question from others in a short list: without what goes unless asked otherwise. */
export function tellingParts(parts: readonly string[]): string[] {
  return parts.filter((part) => !usual.has(part));
}

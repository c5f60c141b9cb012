import { describeData } from '../../../shared/sentences/question-text.ts';
import { SearchFilters } from '../../../shared/contracts/search.ts';

const usual: ReadonlySet<string> = new Set(describeData(SearchFilters.parse({})));

/** The parts that tell a question from others in a short list: without what goes unless asked otherwise. */
export function tellingParts(parts: readonly string[]): string[] {
  return parts.filter((part) => !usual.has(part));
}

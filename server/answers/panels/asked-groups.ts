import { ownFilters } from '../../../shared/filters/own-filters.ts';
import { passesCode } from '../filters/catalogue.ts';
import type { Question } from '../question.ts';
import type { SmallCodeName } from '../small-codes.ts';
import { keyOf } from './dimensions.ts';

/** Panels whose groups a filter of their own chooses by the very code that they are grouped by. */
type ByCode = 'sex' | 'schooling' | 'age' | 'companySize';

/** The groups that the answer's own figures add up: those that pass the panel's filter, all where it is not set. */
export function askedGroups(
  question: Question,
  name: ByCode & SmallCodeName,
  groups: ReadonlyMap<number, unknown>,
): ReadonlySet<number> {
  const passes = passesCode(question, ownFilters[name].filters, name);
  const asked = new Set<number>();
  for (let code = 0; code < mostCodes; code++) if (passes(code)) asked.add(keyOf(name, code));
  return new Set([...groups.keys()].filter((key) => asked.has(key)));
}

/** Of four bits. */
const mostCodes = 16;

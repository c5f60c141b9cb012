import { ownFilters } from '../../../../shared/filters/own-filters.ts';
import { passesCode } from '../../query/filters/catalogue.ts';
import type { Question } from '../../query/salary-query.ts';
import type { SmallCodeName } from '../../query/filters/small-codes.ts';
import { keyOf } from '../../query/dimensions.ts';

/** Panels whose own filter selects by the same code that groups them. */
type ByCode = 'sex' | 'schooling' | 'age' | 'companySize';

/** The groups whose sum is the response's own figures: those that pass the panel's filter, or all if it is not set. */
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

/** Number of values of four bits. */
const mostCodes = 16;

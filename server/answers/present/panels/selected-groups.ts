import { facetFilters } from '../../../../shared/filters/facet-filters.ts';
import { passesCode } from '../../query/filters/catalogue.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';
import type { PackedCodeName } from '../../query/filters/packed-codes.ts';
import { keyOf } from '../../query/dimensions.ts';

/** Panels whose own filter selects by the same code that groups them. */
type ByCode = 'sex' | 'schooling' | 'age' | 'companySize';

/** The groups whose sum is the response's own figures: those that pass the panel's filter, or all if it is not set. */
export function selectedGroups(
  query: SalaryQuery,
  name: ByCode & PackedCodeName,
  groups: ReadonlyMap<number, unknown>,
): ReadonlySet<number> {
  const passes = passesCode(query, facetFilters[name].filters, name);
  const requested = new Set<number>();
  for (let code = 0; code < mostCodes; code++) if (passes(code)) requested.add(keyOf(name, code));
  return new Set([...groups.keys()].filter((key) => requested.has(key)));
}

/** Number of values of four bits. */
const mostCodes = 16;

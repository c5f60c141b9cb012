import { typedFields } from '../../shared/filters/catalogue.ts';
import type { SearchFilters } from '../../shared/contracts/search.ts';
import { canonicalFilters } from './canonical-question.ts';

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

import { typedFields } from '../../shared/filters/catalogue.ts';
import type { SearchFilters } from '../../shared/contracts/search.ts';
import { canonicalFilters } from './canonical-question.ts';

/** The canonical filters of a question as they may be logged: of what a person typed, only how much it was. */
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

import type { SearchFilters } from '../../shared/search.ts';
import { canonicalFilters } from '../research/canonical-question.ts';

/** The canonical filters of a question as they may be logged: of what a person typed, only how much it was. */
export function loggedFilters(filters: SearchFilters): Record<string, unknown> {
  const { searchQuery, municipios, ...chosen } = canonicalFilters(filters);
  return {
    ...chosen,
    ...(searchQuery !== undefined && { searchQuery: `${searchQuery.length} caracteres` }),
    ...(municipios !== undefined && { municipios: `${municipios.length} municípios` }),
  };
}

import { facetFilters, type FacetName } from '../../../shared/filters/facet-filters.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import type { DimensionName } from './dimensions.ts';

const ofPlace: ReadonlySet<DimensionName> = new Set([
  'country',
  'state',
  'municipality',
  'immediateRegion',
  'intermediateRegion',
]);

/** A facet that has no dimension of its name, except that of places, does not compile. */
const facets: readonly (Extract<DimensionName, FacetName> | 'place')[] = keysOf(facetFilters);

/**
 * The filters that a panel of this dimension leaves out, so that it shows all groups: those of place, or the ones with the
 * dimension's own name; null for none. In a module of its own: the count threads of the index read it, and load nothing
 * else of a dimension.
 */
export function excludedFilters(name: DimensionName): FacetName | null {
  if (ofPlace.has(name)) return 'place';
  for (const facet of facets) if (facet === name) return facet;
  return null;
}

import { fieldsOf, type FieldName } from './catalogue.ts';
import { facetFilters, type FacetName } from './facet-filters.ts';

export const fieldsOfFacet = (facet: FacetName): FieldName[] =>
  facetFilters[facet].filters.flatMap(fieldsOf);

/** Whether a query sets one of a facet's own filters. */
export const hasFacetFilter = (
  filters: { readonly [Name in FieldName]?: unknown },
  facet: FacetName,
): boolean =>
  fieldsOfFacet(facet).some((name) => {
    const value = filters[name];
    return Array.isArray(value) ? value.length > 0 : value !== undefined;
  });

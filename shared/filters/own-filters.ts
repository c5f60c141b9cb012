import { fieldsOf, type FieldName } from './catalogue.ts';
import { facetFilters, type FacetName } from './facet-filters.ts';

/** The fields of a panel's own filters. */
export const fieldsOfOwn = (own: FacetName): FieldName[] =>
  facetFilters[own].filters.flatMap(fieldsOf);

/** Whether a query sets one of a panel's own filters. */
export const hasOwnFilter = (
  filters: { readonly [Name in FieldName]?: unknown },
  own: FacetName,
): boolean =>
  fieldsOfOwn(own).some((name) => {
    const value = filters[name];
    return Array.isArray(value) ? value.length > 0 : value !== undefined;
  });

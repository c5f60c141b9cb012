import { fieldsOf, type FieldName } from '../../../shared/filters/catalogue.ts';
import { facetFilters, type FacetName } from '../../../shared/filters/facet-filters.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';

const fieldsOfOwn = (own: FacetName): FieldName[] => facetFilters[own].filters.flatMap(fieldsOf);

/** The query that a panel actually runs: without its own filter. */
export function withoutOwn(filters: SearchFilters, own: FacetName): SearchFilters {
  return Object.assign({}, filters, ...fieldsOfOwn(own).map((name) => ({ [name]: undefined })));
}

/** The note that a panel excludes its own filter, if that filter is set; null otherwise. */
export function ownFilterText(filters: SearchFilters, own: FacetName): string | null {
  const { label } = facetFilters[own];
  const isSet = fieldsOfOwn(own).some((name) => {
    const value = filters[name];
    return Array.isArray(value) ? value.length > 0 : value !== undefined;
  });
  return isSet ? `Para comparar, este painel não aplica o filtro de ${label}.` : null;
}

export function OwnFilterNote({ filters, own }: { filters: SearchFilters; own: FacetName }) {
  const text = ownFilterText(filters, own);
  return text === null ? null : <p className="mb-3 max-w-prose text-dense text-muted">{text}</p>;
}

import { facetFilters, type FacetName } from '../../../shared/filters/facet-filters.ts';
import { fieldsOfFacet, hasFacetFilter } from '../../../shared/filters/facet-fields.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';

/** The query that a panel actually runs: without its own filter. */
export function withoutOwn(filters: SearchFilters, own: FacetName): SearchFilters {
  return Object.assign({}, filters, ...fieldsOfFacet(own).map((name) => ({ [name]: undefined })));
}

/** The note that a panel excludes its own filter, if that filter is set; null otherwise. */
export function ownFilterText(filters: SearchFilters, own: FacetName): string | null {
  return hasFacetFilter(filters, own)
    ? `Para comparar, este painel não aplica o filtro de ${facetFilters[own].label}.`
    : null;
}

export function OwnFilterNote({ filters, own }: { filters: SearchFilters; own: FacetName }) {
  const text = ownFilterText(filters, own);
  return text === null ? null : <p className="mb-3 max-w-prose text-dense text-muted">{text}</p>;
}

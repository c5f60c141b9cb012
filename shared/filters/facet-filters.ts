import { fieldsOf, type FieldName, type FilterName } from './catalogue.ts';

/** Each panel's own filters, which the panel excludes, with their common label. */
export const facetFilters = {
  place: { label: 'lugar', filters: ['region', 'uf', 'municipalities'] },
  companySize: { label: 'porte', filters: ['companySize'] },
  sex: { label: 'gênero', filters: ['sex'] },
  schooling: { label: 'escolaridade', filters: ['schooling', 'schoolingLevel'] },
  age: { label: 'faixa etária', filters: ['age'] },
  section: { label: 'setor', filters: ['section', 'subclasses'] },
  /** If the query sets a section, the panel shows its subclasses. */
  subclass: { label: 'atividade', filters: ['subclasses'] },
} as const satisfies Record<string, { label: string; filters: readonly FilterName[] }>;
export type FacetName = keyof typeof facetFilters;

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

import type { FilterName } from './catalogue.ts';

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

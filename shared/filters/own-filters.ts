import type { FilterName } from './catalogue.ts';

/** The filters that are about a panel's own groups, which it leaves out, and what they are called together. */
export const ownFilters = {
  place: { label: 'lugar', filters: ['region', 'uf', 'municipalities'] },
  companySize: { label: 'porte', filters: ['companySize'] },
  sex: { label: 'gênero', filters: ['sex'] },
  schooling: { label: 'escolaridade', filters: ['schooling', 'schoolingLevel'] },
  age: { label: 'faixa etária', filters: ['age'] },
  section: { label: 'setor', filters: ['section', 'subclasses'] },
  /** Within a section that was asked, the panel is about its subclasses. */
  subclass: { label: 'atividade', filters: ['subclasses'] },
} as const satisfies Record<string, { label: string; filters: readonly FilterName[] }>;
export type OwnFilters = keyof typeof ownFilters;

import type { SearchFilters } from '../../../shared/search.ts';

type Without = Partial<SearchFilters>;

/** The filters that each panel leaves out, to show what was chosen beside the rest, and what they are called. */
const ownFilters = {
  place: { label: 'lugar', none: { regiao: undefined, uf: undefined, municipios: undefined } },
  companySize: { label: 'porte', none: { porte: undefined } },
  gender: { label: 'gênero', none: { genero: undefined } },
  schooling: {
    label: 'escolaridade',
    none: { escolaridade: undefined, nivelEscolaridade: undefined },
  },
  age: { label: 'faixa etária', none: { faixaEtaria: undefined } },
  section: { label: 'setor', none: { secao: undefined, cnaes: undefined } },
  subclass: { label: 'atividade', none: { cnaes: undefined } },
} as const satisfies Record<string, { label: string; none: Without }>;
export type OwnFilter = keyof typeof ownFilters;

/** The question that a panel really answers. */
export function withoutOwn(filters: SearchFilters, own: OwnFilter): SearchFilters {
  return { ...filters, ...ownFilters[own].none };
}

/** Says that a panel leaves its own filter out, where that filter is set; null where it is not. */
export function ownFilterText(filters: SearchFilters, own: OwnFilter): string | null {
  const { label, none } = ownFilters[own];
  const given = Object.entries(filters).filter(([name]) => name in none);
  const isSet = given.some(([, value]) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined,
  );
  return isSet ? `Para comparar, este painel não aplica o filtro de ${label}.` : null;
}

export function OwnFilterNote({ filters, own }: { filters: SearchFilters; own: OwnFilter }) {
  const text = ownFilterText(filters, own);
  return text === null ? null : <p className="mb-3 max-w-prose text-dense text-muted">{text}</p>;
}

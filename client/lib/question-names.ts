import { useQueries, useQuery } from '@tanstack/react-query';
import type { QuestionNames } from '../../shared/filters/filter.ts';
import type { SearchFilters } from '../../shared/contracts/search.ts';
import { cnaeOptions } from './cnae-options.ts';
import { municipalitiesOptions, occupationOptions, statesOptions } from './reference-options.ts';

const none: readonly string[] = [];

/** The names of a query's codes, as far as they are loaded. */
export function useQuestionNames({
  cbo,
  cbos,
  semCbos,
  uf,
  municipios,
  cnaes,
}: SearchFilters): QuestionNames {
  const occupations = useOccupationNames([
    ...(cbo === undefined ? none : [cbo]),
    ...(cbos ?? none),
    ...(semCbos ?? none),
  ]);
  const states = useStatesOf(uf, municipios ?? none);
  const municipalities = useQueries({
    queries: states.map(municipalitiesOptions),
    combine: municipalityNames,
  });
  return { occupations, municipalities, cnaes: useCnaeNames(cnaes ?? none) };
}

/** The titles of CBO codes, as far as they are loaded. */
export const useOccupationNames = (codes: readonly string[]) =>
  useQueries({ queries: codes.map(occupationOptions), combine: occupationNames });

/** The descriptions of CNAE subclasses, as far as they are loaded. */
export const useCnaeNames = (codes: readonly string[]) =>
  useQueries({ queries: codes.map(cnaeOptions), combine: cnaeNames });

/** The states whose lists have the municipalities: the requested one, or those of the codes' first two digits. */
function useStatesOf(uf: string | undefined, municipalities: readonly string[]): string[] {
  const isNeeded = uf === undefined && municipalities.length > 0;
  const states = useQuery({ ...statesOptions, enabled: isNeeded }).data ?? [];
  if (uf !== undefined) return municipalities.length === 0 ? [] : [uf];
  const prefixes = new Set(municipalities.map((code) => code.slice(0, 2)));
  return states.filter(({ codigo }) => prefixes.has(codigo)).map(({ sigla }) => sigla);
}

type Found<Item> = readonly { readonly data?: Item | undefined }[];

function occupationNames(found: Found<{ codigo: string; titulo: string } | null>) {
  return new Map(found.flatMap(({ data }) => (data ? [[data.codigo, data.titulo] as const] : [])));
}

function municipalityNames(found: Found<readonly { codigo: string; nome: string }[]>) {
  return new Map(
    found.flatMap(({ data }) => (data ?? []).map(({ codigo, nome }) => [codigo, nome] as const)),
  );
}

function cnaeNames(found: Found<{ codigo: string; descricao: string } | null>) {
  return new Map(
    found.flatMap(({ data }) => (data ? [[data.codigo, data.descricao] as const] : [])),
  );
}

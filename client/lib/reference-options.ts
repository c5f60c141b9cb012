import { queryOptions, skipToken, keepPreviousData, useQueries } from '@tanstack/react-query';
import { z } from 'zod';
import { states } from '../../shared/codes/states.ts';
import { CodedPlace, OccupationItem } from '../../shared/contracts/reference.ts';
import { getOptions } from './get-options.ts';
import { CallError, get, send } from './call.ts';
import { type CnaeDetailsRequest, CnaeItem, minCnaeSearchLength } from '../../shared/codes/cnae.ts';
import type { QueryNames } from '../../shared/filters/filter.ts';
import type { SearchFilters } from '../../shared/contracts/search.ts';

/** For a look-up that a search does not need; the search itself reports an ended session. */
export const failsQuietly = { reportsSignedOut: true };

/** A failed look-up is only logged, and its list stays empty (specification, §8). */
export async function logged<Answer>(lookup: Promise<Answer>): Promise<Answer> {
  try {
    return await lookup;
  } catch (error) {
    // oxlint-disable-next-line no-console
    if (!(error instanceof DOMException)) console.warn('Look-up failed:', error);
    throw error;
  }
}

/** A look-up in a reference table; no request without a query. */
export const lookUpOptions = <Item>(
  table: string,
  item: z.ZodType<Item>,
  query: Record<string, string> | undefined,
) =>
  queryOptions({
    queryKey: ['reference', table, query],
    meta: failsQuietly,
    queryFn:
      query === undefined
        ? skipToken
        : ({ signal }) => logged(get(`/api/reference/${table}`, z.array(item), { query, signal })),
  });

/** The municipalities of a state; no request while no state is chosen. */
export const municipalitiesOptions = (uf: string) =>
  lookUpOptions('municipalities', CodedPlace, uf === '' ? undefined : { uf });

/** IBGE's regions of a state, given by its two-digit code; no request without one. */
export const ibgeRegionsOptions = (state: string | undefined) =>
  lookUpOptions('ibge-regions', CodedPlace, state === undefined ? undefined : { estado: state });

/** An occupation by its CBO code; null if the list does not have the code, which can occur in files. */
export const occupationOptions = (code: string | undefined) =>
  queryOptions({
    queryKey: ['reference', 'cbo', code],
    meta: failsQuietly,
    queryFn: code === undefined ? skipToken : ({ signal }) => logged(maybeOccupation(code, signal)),
  });

async function maybeOccupation(code: string, signal: AbortSignal): Promise<OccupationItem | null> {
  try {
    const path = `/api/reference/cbo/${code}`;
    return await get(path, OccupationItem, { signal });
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return null;
    throw error;
  }
}

export const cnaeSearchOptions = (search: string) =>
  getOptions(['cnae', search], '/api/reference/cnae', z.array(CnaeItem), {
    query: { search },
    enabled: search.length >= minCnaeSearchLength,
    placeholderData: keepPreviousData,
  });

export const cnaeDetailsOptions = (codes: readonly string[]) =>
  queryOptions({
    queryKey: ['cnae-details', codes],
    queryFn: ({ signal }) =>
      send(
        'POST',
        '/api/reference/cnae/details',
        z.array(CnaeItem),
        { cnaes: [...codes] } satisfies CnaeDetailsRequest,
        { signal },
      ),
    enabled: codes.length > 0,
    placeholderData: keepPreviousData,
  });

/** The subclass of a seven-digit code; null if the table does not have the code, which can occur in files. */
const cnaeOptions = (code: string) =>
  queryOptions({
    queryKey: ['cnae-code', code],
    queryFn: async ({ signal }) => {
      const found = await get('/api/reference/cnae', z.array(CnaeItem), {
        query: { search: code },
        signal,
      });
      return found.find(({ codigo }) => codigo === code) ?? null;
    },
    meta: failsQuietly,
  });

const none: readonly string[] = [];

/** The codes of one query, or of several. */
interface NamedCodes extends Pick<SearchFilters, 'cbo' | 'uf'> {
  readonly cbos?: readonly string[] | undefined;
  readonly semCbos?: readonly string[] | undefined;
  readonly regiaoIbge?: string | readonly string[] | undefined;
  readonly municipios?: readonly string[] | undefined;
  readonly cnaes?: readonly string[] | undefined;
}

/** The names of a query's codes, as far as they are loaded. */
export function useQueryNames({
  cbo,
  cbos = none,
  semCbos = none,
  uf,
  regiaoIbge = none,
  municipios = none,
  cnaes = none,
}: NamedCodes): QueryNames {
  const occupations = useOccupationNames([cbo ?? none, cbos, semCbos].flat());
  const municipalities = useQueries({
    queries: statesOf(uf, municipios).map(municipalitiesOptions),
    combine: placeNames,
  });
  const statesOfRegions = new Set([regiaoIbge].flat().map((code) => code.slice(0, 2)));
  const ibgeRegions = useQueries({
    queries: [...statesOfRegions].map(ibgeRegionsOptions),
    combine: placeNames,
  });
  return { occupations, municipalities, ibgeRegions, cnaes: useCnaeNames(cnaes) };
}

/** The titles of CBO codes, as far as they are loaded. */
export const useOccupationNames = (codes: readonly string[]) =>
  useQueries({ queries: codes.map(occupationOptions), combine: occupationNames });

/** The descriptions of CNAE subclasses, as far as they are loaded. */
export const useCnaeNames = (codes: readonly string[]) =>
  useQueries({ queries: codes.map(cnaeOptions), combine: cnaeNames });

/** The states whose lists have the municipalities: the requested one, or those of the codes' first two digits. */
function statesOf(uf: string | undefined, municipalities: readonly string[]): string[] {
  if (uf !== undefined) return municipalities.length === 0 ? [] : [uf];
  const prefixes = new Set(municipalities.map((code) => code.slice(0, 2)));
  return states.filter(({ codigo }) => prefixes.has(codigo)).map(({ sigla }) => sigla);
}

type Found<Item> = readonly { readonly data?: Item | undefined }[];

/** Names by code, of the look-ups that are loaded. */
const namesBy =
  <Item extends { codigo: string }>(nameOf: (item: Item) => string) =>
  (found: Found<Item | readonly Item[] | null>) =>
    new Map(
      found.flatMap(({ data }) => data ?? []).map((item) => [item.codigo, nameOf(item)] as const),
    );

const occupationNames = namesBy(({ titulo }: { codigo: string; titulo: string }) => titulo);
const placeNames = namesBy(({ nome }: { codigo: string; nome: string }) => nome);
const cnaeNames = namesBy(({ descricao }: { codigo: string; descricao: string }) => descricao);

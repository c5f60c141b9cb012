import { regions } from '../../../shared/codes/codes.ts';
import {
  fieldsOf,
  filters as catalogue,
  type FieldName,
} from '../../../shared/filters/catalogue.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import { SearchFilters, type WiderOffer } from '../../../shared/contracts/search.ts';
import { stateOfCode, stateOfSigla } from '../../reference/places.ts';
import { shownState, singleFamily } from '../query/panel-queries.ts';
import { resolveQuery, type SalaryQuery } from '../query/salary-query.ts';
import type { Release } from '../query/release.ts';

type Candidate = Omit<WiderOffer, 'count'>;

interface Asked {
  readonly filters: SearchFilters;
  readonly release: Release;
  /** Records of the query itself. */
  readonly count: number;
}

/**
 * Relaxed queries that have more records than the requested one: the place step by step, the family of the occupations,
 * and each filter of people and employers left out. Counts only their records.
 */
export async function relaxedQueries(
  { filters, release, count }: Asked,
  countOf: (query: SalaryQuery) => Promise<number>,
): Promise<WiderOffer[]> {
  const query = resolveQuery(filters, release);
  const candidates = [
    ...relaxedPlaces(filters, query),
    ...relaxedOccupations(filters, query),
    ...fewerFilters(filters),
  ];
  const offers = await Promise.all(
    candidates.map(async (candidate) => {
      const wider = resolveQuery(candidate.filters, release);
      return { ...candidate, count: await countOf(wider) };
    }),
  );
  return offers.filter((offer) => offer.count > count);
}

/** Municipalities, their state, its region, the country. */
function relaxedPlaces(filters: SearchFilters, query: SalaryQuery): Candidate[] {
  const { regiao, uf } = filters;
  const elsewhere = without(filters, ['regiao', 'uf', 'municipios']);
  const state = uf === undefined ? stateOfCode(String(shownState(query))) : stateOfSigla(uf);
  const candidates: Candidate[] = [];
  if (query.municipalities !== null && state !== undefined)
    candidates.push({
      label: `Todo o estado: ${state.nome}`,
      filters: { ...elsewhere, uf: state.sigla },
    });
  if (state !== undefined)
    candidates.push({
      label: `Toda a região ${regions[state.regiao]}`,
      filters: { ...elsewhere, regiao: state.regiao },
    });
  const isSomewhere = regiao !== undefined || uf !== undefined || query.municipalities !== null;
  if (isSomewhere) candidates.push({ label: 'Todo o Brasil', filters: elsewhere });
  return candidates;
}

function relaxedOccupations(filters: SearchFilters, query: SalaryQuery): Candidate[] {
  const family = singleFamily(query);
  if (family === null || query.occupations === null) return [];
  const others = without(filters, ['cbo', 'cbos', 'searchQuery', 'semCbos']);
  const familiaCbo = String(family).padStart(4, '0');
  return [{ label: `Toda a família ${familiaCbo} da CBO`, filters: { ...others, familiaCbo } }];
}

/** The fields that are left out together, by their common name. */
const profile = Map.groupBy(
  keysOf(catalogue).flatMap((name) => {
    const called = catalogue[name].leftOut;
    return called === null ? [] : [{ called, fields: fieldsOf(name) }];
  }),
  ({ called }) => called,
);

function fewerFilters(filters: SearchFilters): Candidate[] {
  const set = [...profile]
    .map(([called, own]) => ({ called, fields: own.flatMap(({ fields }) => fields) }))
    .filter(({ fields }) => fields.some((name) => filters[name] !== undefined));
  const single = set.map(({ called, fields }) => ({
    label: `Sem o filtro ${called}`,
    filters: without(filters, fields),
  }));
  if (set.length < 2) return single;
  const all = set.flatMap(({ fields }) => fields);
  const list = new Intl.ListFormat('pt-BR').format(set.map(({ called }) => called));
  return [...single, { label: `Sem os filtros ${list}`, filters: without(filters, all) }];
}

/** The filters without some fields; fields that always have a value get their default. */
function without(filters: SearchFilters, names: readonly FieldName[]): SearchFilters {
  const left: Partial<SearchFilters> = { ...filters };
  for (const name of names) delete left[name];
  return SearchFilters.parse(left);
}

import { fieldsOf, filters as catalogue } from '../../../shared/filters/catalogue.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import type { SearchFilters, WiderOffer } from '../../../shared/contracts/search.ts';
import { prepare, rankedOf, type RankedSalaries } from '../../../shared/statistics/percentile.ts';
import { stateOfSigla } from '../../reference/places.ts';
import type { CountedPay } from '../query/engine/counted-pay.ts';
import { shownState, singleFamily } from '../query/panel-queries.ts';
import { resolveQuery, type SalaryQuery } from '../query/salary-query.ts';
import type { Release } from '../query/release.ts';
import {
  groupOf,
  isSolid,
  widerFigures,
  widerPlaces,
  withoutFields,
  type WiderPlace,
} from './towns/wider-places.ts';

interface Asked {
  readonly filters: SearchFilters;
  readonly release: Release;
  /** The counts of the query itself. */
  readonly counted: Pick<CountedPay, 'distribution' | 'groups'>;
}

/** Counts a query: only its records, or everything. */
export interface CountRelaxed {
  readonly records: (query: SalaryQuery) => Promise<number>;
  readonly pay: (query: SalaryQuery) => Promise<CountedPay>;
}

/**
 * Relaxed queries that have more records than the requested one: the place step by step, the family of the occupations,
 * and each filter of people and employers left out. The first place with enough effective records has its median. If no
 * place within the state has enough, the occupation is the narrow side, and so has the first such place of its family; of
 * all occupations, if no place has enough records of the family.
 */
export async function relaxedQueries(
  { filters, release, counted }: Asked,
  countOf: CountRelaxed,
): Promise<WiderOffer[]> {
  const query = resolveQuery(filters, release);
  const { count } = rankedOf(prepare(counted.distribution));
  const family = familyOf(filters, query);
  const counts = async (candidate: Candidate): Promise<WiderOffer> => ({
    ...candidate,
    count: await countOf.records(resolveQuery(candidate.filters, release)),
    figures: null,
  });
  const [places, others] = await Promise.all([
    placeOffers(filters, query, counted, countOf),
    Promise.all([...family, ...fewerFilters(filters)].map(counts)),
  ]);
  const solid = places.find(({ figures }) => figures !== null);
  const isRare = solid === undefined || !isWithinState(solid.filters, query);
  const widest = isRare
    ? await firstOffer([...family, ...allOccupations(filters)], release, countOf)
    : null;
  return [...places, ...others, ...(widest === null ? [] : [widest])].filter(
    (offer, at, all) =>
      offer.count > count && all.findLastIndex(({ label }) => label === offer.label) === at,
  );
}

/** The offer of the first occupations that have one. */
async function firstOffer(
  candidates: readonly Candidate[],
  release: Release,
  countOf: CountRelaxed,
): Promise<WiderOffer | null> {
  for (const candidate of candidates) {
    const offer = await occupationsOffer(candidate, release, countOf);
    if (offer !== null) return offer;
  }
  return null;
}

type Candidate = Pick<WiderOffer, 'label' | 'filters'>;

const isWithinState = ({ uf }: SearchFilters, query: SalaryQuery) =>
  uf !== undefined && Number(stateOfSigla(uf)?.codigo) === shownState(query);

/** The wider places with their records; the first with enough of them has its figures. */
async function placeOffers(
  filters: SearchFilters,
  query: SalaryQuery,
  counted: Pick<CountedPay, 'groups'>,
  countOf: CountRelaxed,
): Promise<WiderOffer[]> {
  const offers: WiderOffer[] = [];
  for (const place of widerPlaces(filters, query)) {
    const { label, filters: wider, group } = place;
    if (group === null && offers.some((offer) => offer.figures !== null)) {
      const count = await countOf.records(resolveQuery(wider, query.release));
      offers.push({ label, filters: wider, count, figures: null });
      continue;
    }
    const pay = await payOf(place, query, counted, countOf);
    const isFirst = isSolid(query, pay) && offers.every((offer) => offer.figures === null);
    const figures = isFirst ? widerFigures(query, pay) : null;
    offers.push({ label, filters: wider, count: pay?.count ?? 0, figures });
  }
  return offers;
}

/** The records of a wider place: a group of the response, or those of a separate count. */
async function payOf(
  place: WiderPlace,
  { release }: SalaryQuery,
  counted: Pick<CountedPay, 'groups'>,
  countOf: CountRelaxed,
): Promise<RankedSalaries | undefined> {
  if (place.group !== null) return groupOf(place, counted);
  const { distribution } = await countOf.pay(resolveQuery(place.filters, release));
  return rankedOf(prepare(distribution));
}

/** The first place with enough effective records of some occupations, from the requested one on; null if none has. */
async function occupationsOffer(
  { label, filters }: Candidate,
  release: Release,
  countOf: CountRelaxed,
): Promise<WiderOffer | null> {
  const query = resolveQuery(filters, release);
  const counted = await countOf.pay(query);
  const own = rankedOf(prepare(counted.distribution));
  if (isSolid(query, own))
    return { label, filters, count: own.count, figures: widerFigures(query, own) };
  for (const place of widerPlaces(filters, query)) {
    const pay = await payOf(place, query, counted, countOf);
    if (pay !== undefined && isSolid(query, pay))
      return {
        label: `${label}: ${place.label.charAt(0).toLowerCase()}${place.label.slice(1)}`,
        filters: place.filters,
        count: pay.count,
        figures: widerFigures(query, pay),
      };
  }
  return null;
}

/** The family of the occupations. */
function familyOf(filters: SearchFilters, query: SalaryQuery): Candidate[] {
  const family = singleFamily(query);
  if (family === null || query.occupations === null) return [];
  const others = withoutFields(filters, occupationFields);
  const familiaCbo = String(family).padStart(4, '0');
  return [{ label: `Toda a família ${familiaCbo} da CBO`, filters: { ...others, familiaCbo } }];
}

const occupationFields = ['cbo', 'cbos', 'searchQuery', 'semCbos', 'familiaCbo'] as const;

/** All occupations, for a query about some. */
const allOccupations = (filters: SearchFilters): Candidate[] =>
  occupationFields.some((name) => filters[name] !== undefined)
    ? [{ label: 'Todas as ocupações', filters: withoutFields(filters, occupationFields) }]
    : [];

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
    filters: withoutFields(filters, fields),
  }));
  if (set.length < 2) return single;
  const all = set.flatMap(({ fields }) => fields);
  const list = new Intl.ListFormat('pt-BR').format(set.map(({ called }) => called));
  return [...single, { label: `Sem os filtros ${list}`, filters: withoutFields(filters, all) }];
}

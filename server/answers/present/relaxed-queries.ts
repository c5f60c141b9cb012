import { fieldsOf, filters as catalogue } from '../../../shared/filters/catalogue.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import type { SearchFilters, WiderOffer } from '../../../shared/contracts/search.ts';
import { areEnough } from '../../../shared/statistics/interval-difference.ts';
import { prepare, rankedOf, type RankedSalaries } from '../../../shared/statistics/percentile.ts';
import { stateOfSigla } from '../../reference/places.ts';
import { designEffectOf } from '../query/design-effects.ts';
import type { CountedPay } from '../query/engine/counted-pay.ts';
import { shownState, singleFamily } from '../query/panel-queries.ts';
import { cellsInPlaces, payOfCells, requestedCells, type PayCell } from '../query/pay-cells.ts';
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
  readonly query: SalaryQuery;
  /** The counts of the query itself. */
  readonly counted: CountedPlaces;
  /** The cells of `cellsQuery`; null for a query about all occupations. */
  readonly cells: Promise<readonly PayCell[]> | null;
}

type CountedPlaces = Pick<CountedPay, 'distribution' | 'groups'>;

/** Counts a query: only its records, or everything. */
export interface CountRelaxed {
  readonly records: (query: SalaryQuery) => Promise<number>;
  readonly pay: (query: SalaryQuery) => Promise<CountedPay>;
}

/**
 * Relaxed queries that have more records than the requested one: the place step by step, the family of the occupations,
 * and each filter of people and employers left out. The first place with enough effective records has its median. If no
 * place within the state has enough, the occupation or a filter is the narrow side, and so has the first such place of the
 * family; if no place has enough records of it, the query without a filter; if that has too few, all occupations.
 */
export async function relaxedQueries(
  { filters, query, counted, cells }: Asked,
  countOf: CountRelaxed,
): Promise<WiderOffer[]> {
  const { release } = query;
  const { count } = rankedOf(prepare(counted.distribution));
  const [known, fewer] = await Promise.all([
    cells,
    Promise.all(
      fewerFilters(filters).map(async (candidate) => ({
        ...candidate,
        count: await countOf.records(resolveQuery(candidate.filters, release)),
        figures: null,
      })),
    ),
  ]);
  const places = await placeOffers(
    filters,
    query,
    known === null
      ? inCounts(counted, release, countOf)
      : inCells(requestedCells(known, query), release),
  );
  const family = familyOf(filters, query).map((candidate) => {
    const whole = resolveQuery(candidate.filters, release);
    return { candidate, whole, own: payOfCells(cellsInPlaces(known ?? [], whole)) };
  });
  const widest = async () => {
    for (const { candidate, whole, own } of family) {
      const offer = await occupationsOffer(candidate, whole, own, inCells(known ?? [], release));
      if (offer !== null) return [offer];
    }
    for (const candidate of [...nearestEnough(fewer, query), ...allOccupations(filters)]) {
      const whole = resolveQuery(candidate.filters, release);
      const pay = await countOf.pay(whole);
      const source = inCounts(pay, release, countOf);
      const offer = await occupationsOffer(candidate, whole, distributionPay(pay), source);
      if (offer !== null) return [offer];
    }
    return [];
  };
  const solid = places.find(({ figures }) => figures !== null);
  const isRare = solid === undefined || !isWithinState(solid.filters, query);
  const families = family.map(({ candidate, own }) => ({
    ...candidate,
    count: own.count,
    figures: null,
  }));
  return [...places, ...families, ...fewer, ...(isRare ? await widest() : [])].filter(
    (offer, at, all) =>
      offer.count > count && all.findLastIndex(({ label }) => label === offer.label) === at,
  );
}

type Candidate = Pick<WiderOffer, 'label' | 'filters'>;

/** The records of some occupations in wider places. */
interface PlacePay {
  readonly pay: (place: WiderPlace) => Promise<RankedSalaries | undefined>;
  readonly records: (place: WiderPlace) => Promise<number>;
}

function inCells(cells: readonly PayCell[], release: Release): PlacePay {
  const payIn = ({ filters }: WiderPlace) =>
    payOfCells(cellsInPlaces(cells, resolveQuery(filters, release)));
  return {
    pay: (place) => Promise.resolve(payIn(place)),
    records: (place) => Promise.resolve(payIn(place).count),
  };
}

/** The records of a place are a group of the response, or those of a separate count. */
const inCounts = (counted: CountedPlaces, release: Release, countOf: CountRelaxed): PlacePay => ({
  pay: async (place) =>
    place.group === null
      ? distributionPay(await countOf.pay(resolveQuery(place.filters, release)))
      : groupOf(place, counted),
  records: ({ filters }) => countOf.records(resolveQuery(filters, release)),
});

const distributionPay = ({ distribution }: CountedPlaces) => rankedOf(prepare(distribution));

const isWithinState = ({ uf }: SearchFilters, query: SalaryQuery) =>
  uf !== undefined && Number(stateOfSigla(uf)?.codigo) === shownState(query);

/** The wider places with their records; the first with enough of them has its figures. */
async function placeOffers(
  filters: SearchFilters,
  query: SalaryQuery,
  source: PlacePay,
): Promise<WiderOffer[]> {
  const offers: WiderOffer[] = [];
  for (const place of widerPlaces(filters, query)) {
    const { label, filters: wider, group } = place;
    if (group === null && offers.some((offer) => offer.figures !== null)) {
      const count = await source.records(place);
      offers.push({ label, filters: wider, count, figures: null });
      continue;
    }
    const pay = await source.pay(place);
    const isFirst = isSolid(query, pay) && offers.every((offer) => offer.figures === null);
    const figures = isFirst ? widerFigures(query, pay) : null;
    offers.push({ label, filters: wider, count: pay?.count ?? 0, figures });
  }
  return offers;
}

/** The first place with enough effective records of some occupations, from the requested one on; null if none has. */
async function occupationsOffer(
  { label, filters }: Candidate,
  query: SalaryQuery,
  own: RankedSalaries,
  source: PlacePay,
): Promise<WiderOffer | null> {
  if (isSolid(query, own))
    return { label, filters, count: own.count, figures: widerFigures(query, own) };
  for (const place of widerPlaces(filters, query)) {
    const pay = await source.pay(place);
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

/**
 * The filters to leave out where no place has enough records: those that leave the fewest records that are enough, or
 * all of them.
 */
function nearestEnough(
  fewer: readonly (Candidate & { readonly count: number })[],
  query: SalaryQuery,
): Candidate[] {
  const [nearest = fewer.at(-1)] = fewer
    .filter(({ count }) => areEnough(count, designEffectOf(query)))
    .toSorted((a, b) => a.count - b.count);
  return nearest === undefined ? [] : [nearest];
}

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

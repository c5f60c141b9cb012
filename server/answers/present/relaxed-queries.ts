import {
  fieldsOf,
  filters as catalogue,
  type FilterName,
} from '../../../shared/filters/catalogue.ts';
import { facetFilters, type FacetName } from '../../../shared/filters/facet-filters.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import { allOccupationsText } from '../../../shared/sentences/query-text.ts';
import type { SearchFilters, RelaxedQuery } from '../../../shared/contracts/search.ts';
import { areEnough } from '../../../shared/statistics/interval-difference.ts';
import {
  withRanks,
  recordsOf,
  type RankedSalaries,
} from '../../../shared/statistics/percentile.ts';
import { canAppearBeside } from '../../../shared/statistics/suppression.ts';
import { stateOfSigla } from '../../reference/places.ts';
import { designEffectOf } from '../query/design-effects.ts';
import type { DimensionName } from '../query/dimensions.ts';
import { includedDimensions } from '../query/engine/count-lines.ts';
import type { CountedPay } from '../query/engine/counted-pay.ts';
import { excludedFilters } from '../query/excluded-filters.ts';
import { shownState, singleFamily } from '../query/panel-queries.ts';
import { cellsInPlaces, payOfCells, requestedCells, type PayCell } from '../query/pay-cells.ts';
import { resolveQuery, type SalaryQuery } from '../query/salary-query.ts';
import type { Release } from '../query/release.ts';
import { recordsOfAll } from './panels/figures.ts';
import { minRecordsOf } from './suppression/min-records.ts';
import {
  groupOf,
  isSufficient,
  widerFigures,
  widerPlaces,
  withoutFields,
  type WiderPlace,
} from './towns/wider-places.ts';
import { lowerFirst, formatList } from '../../../shared/words/format.ts';

interface QueryToRelax {
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
 * Relaxed queries that have more records than the requested one, and enough for statistics: the place step by step, the
 * family of the occupations, and each filter of people and employers left out. The first place with enough effective
 * records has its median. If no place within the state has enough, the occupation or a filter is the narrow side, and so
 * has the first such place of the family; if no place has enough records of it, the query without a filter; if that has
 * too few, all occupations.
 */
export async function relaxedQueries(
  { filters, query, counted, cells }: QueryToRelax,
  countOf: CountRelaxed,
): Promise<RelaxedQuery[]> {
  const { release } = query;
  const count = recordsOf(counted.distribution);
  const minRecords = minRecordsOf(query);
  /** Beside the requested records, figures of a few records more would give those few away. */
  const canShow = (records: number) => canAppearBeside(count, records, minRecords);
  const [known, fewer] = await Promise.all([
    cells,
    Promise.all(
      fewerFilters(filters, query).map(async ({ panel, ...candidate }) => ({
        ...candidate,
        count:
          panel === null
            ? await countOf.records(resolveQuery(candidate.filters, release))
            : recordsOfAll(counted.groups(panel)),
        figures: null,
      })),
    ),
  ]);
  const source =
    known === null
      ? inCounts(counted, release, countOf)
      : inCells(requestedCells(known, query), release);
  const places = await placeOffers(filters, { query, source, canShow });
  const family = familyOf(filters, query).map((candidate) => {
    const whole = resolveQuery(candidate.filters, release);
    return { candidate, whole, own: payOfCells(cellsInPlaces(known ?? [], whole)) };
  });
  const widest = async () => {
    for (const { candidate, whole, own } of family) {
      const cellsOfFamily = inCells(known ?? [], release);
      const about = { query: whole, source: cellsOfFamily, canShow };
      const offer = await occupationsOffer(candidate, own, about);
      if (offer !== null) return [offer];
    }
    const enough = fewer.filter(
      (offer) => areEnough(offer.count, designEffectOf(query)) && canShow(offer.count),
    );
    for (const candidate of [...nearestOf(enough, fewer), ...allOccupations(filters)]) {
      const whole = resolveQuery(candidate.filters, release);
      const pay = await countOf.pay(whole);
      const about = { query: whole, source: inCounts(pay, release, countOf), canShow };
      const offer = await occupationsOffer(candidate, distributionPay(pay), about);
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
      offer.count > count &&
      offer.count >= minRecordsOf(resolveQuery(offer.filters, release)) &&
      all.findLastIndex(({ label }) => label === offer.label) === at,
  );
}

type Candidate = Pick<RelaxedQuery, 'label' | 'filters'>;

/** The records of some occupations in wider places. */
interface PlacePay {
  readonly pay: (place: WiderPlace) => Promise<RankedSalaries | undefined>;
  readonly records: (place: WiderPlace) => Promise<number>;
}

/** A query whose wider places are offered. */
interface Widened {
  readonly query: SalaryQuery;
  readonly source: PlacePay;
  /** Whether figures of this many records may appear with those of the requested query. */
  readonly canShow: (records: number) => boolean;
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

const distributionPay = ({ distribution }: CountedPlaces) => withRanks(distribution);

const isWithinState = ({ uf }: SearchFilters, query: SalaryQuery) =>
  uf !== undefined && Number(stateOfSigla(uf)?.codigo) === shownState(query);

/** The wider places with their records; the first with enough of them has its figures. */
async function placeOffers(
  filters: SearchFilters,
  { query, source, canShow }: Widened,
): Promise<RelaxedQuery[]> {
  const offers: RelaxedQuery[] = [];
  for (const place of widerPlaces(filters, query)) {
    const { label, filters: wider, group } = place;
    if (group === null && offers.some((offer) => offer.figures !== null)) {
      const count = await source.records(place);
      offers.push({ label, filters: wider, count, figures: null });
      continue;
    }
    const pay = await source.pay(place);
    const count = pay?.count ?? 0;
    const isFirst = offers.every((offer) => offer.figures === null);
    const figures =
      isFirst && isSufficient(query, pay) && canShow(count) ? widerFigures(query, pay) : null;
    offers.push({ label, filters: wider, count, figures });
  }
  return offers;
}

/** The first place with enough effective records of some occupations, from the requested one on; null if none has. */
async function occupationsOffer(
  { label, filters }: Candidate,
  own: RankedSalaries,
  { query, source, canShow }: Widened,
): Promise<RelaxedQuery | null> {
  if (isSufficient(query, own) && canShow(own.count))
    return { label, filters, count: own.count, figures: widerFigures(query, own) };
  for (const place of widerPlaces(filters, query)) {
    const pay = await source.pay(place);
    if (pay !== undefined && isSufficient(query, pay) && canShow(pay.count))
      return {
        label: `${label}, em ${lowerFirst(place.label)}`,
        filters: place.filters,
        count: pay.count,
        figures: widerFigures(query, pay),
      };
  }
  return null;
}

function familyOf(filters: SearchFilters, query: SalaryQuery): Candidate[] {
  const family = singleFamily(query);
  if (family === null || query.occupations === null) return [];
  const others = withoutFields(filters, occupationFields);
  const familiaCbo = String(family).padStart(4, '0');
  return [{ label: `Toda a família ${familiaCbo} da CBO`, filters: { ...others, familiaCbo } }];
}

const occupationFields = ['cbo', 'cbos', 'searchQuery', 'semCbos', 'familiaCbo'] as const;

/** The offer with the fewest records of those that have enough; without one, the last, which leaves out all filters. */
function nearestOf(
  enough: readonly RelaxedQuery[],
  fewer: readonly RelaxedQuery[],
): readonly RelaxedQuery[] {
  const [nearest = fewer.at(-1)] = enough.toSorted((a, b) => a.count - b.count);
  return nearest === undefined ? [] : [nearest];
}

/** All occupations, for a query about some. */
const allOccupations = (filters: SearchFilters): Candidate[] =>
  occupationFields.some((name) => filters[name] !== undefined)
    ? [{ label: allOccupationsText, filters: withoutFields(filters, occupationFields) }]
    : [];

/** The filters that are left out together, by their common name. */
const profile = [...Map.groupBy(keysOf(catalogue), (name) => catalogue[name].leftOut)].flatMap(
  ([called, names]) =>
    called === null ? [] : [{ called, names, fields: names.flatMap(fieldsOf) }],
);

interface FewerFilters extends Candidate {
  /** The panel of the response whose groups have the records; null if no panel has them. */
  readonly panel: DimensionName | null;
}

function fewerFilters(filters: SearchFilters, query: SalaryQuery): FewerFilters[] {
  const set = profile.filter(({ fields }) => fields.some((name) => filters[name] !== undefined));
  const single = set.map(({ called, names, fields }) => ({
    label: `Sem o filtro ${called}`,
    filters: withoutFields(filters, fields),
    panel: panelWithout(names, query),
  }));
  if (set.length < 2) return single;
  const all = set.flatMap(({ fields }) => fields);
  const list = formatList(set.map(({ called }) => called));
  const label = `Sem os filtros ${list}`;
  return [...single, { label, filters: withoutFields(filters, all), panel: null }];
}

/** The panel of a query's response that leaves out exactly these filters; null if there is none. */
function panelWithout(names: readonly FilterName[], query: SalaryQuery): DimensionName | null {
  const included = includedDimensions(query);
  const leavesOut = (panel: DimensionName) => {
    const excluded = excludedFilters(panel);
    return excluded !== null && new Set(names).symmetricDifference(filtersOf(excluded)).size === 0;
  };
  return included.find(leavesOut) ?? null;
}

const filtersOf = (facet: FacetName): ReadonlySet<FilterName> =>
  new Set(facetFilters[facet].filters);

import type { GroupFigures, Place, RegionalPanel } from '../../../../shared/contracts/panels.ts';
import { minForConfidence, minForStatistics } from '../../../../shared/statistics/design-effect.ts';
import { canAppearBeside, reasonForCount } from '../../../../shared/statistics/suppression.ts';
import { ibgeRegion, type IbgeRegion } from '../../../reference/ibge-regions.ts';
import { municipalityName, stateOfCode } from '../../../reference/places.ts';
import { otherStates } from '../../query/dimensions.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';
import { designEffectOf } from '../../query/design-effects.ts';
import { minRecordsOf } from '../suppression/min-records.ts';
import {
  suppressedBesideDistribution,
  type CellSuppression,
  type KnownTogether,
} from '../suppression/suppressed-cells.ts';
import { comparable, figuresOf, recordsOf, recordsOfAll } from './figures.ts';
import type { PayGroup, PayGroups } from '../../query/engine/pay-group.ts';
import { shownState } from '../../query/panel-queries.ts';
import { rankedPlaces } from './ranked-places.ts';

const maxMunicipalities = 100;
const everyone = 0;

/** Groups without filters of place. */
interface PlaceGroups extends Readonly<
  Record<'states' | 'towns' | 'regions' | 'country', PayGroups>
> {
  /** The query's number of records. */
  readonly selected: number;
}

/** States, the municipalities of one state, and the country. */
export function regionalPanel(query: SalaryQuery, all: PlaceGroups): RegionalPanel {
  const towns = new Map([...all.towns].filter(([code]) => code !== otherStates));
  const groups = { ...all, towns };
  const records = recordsOfAll(groups.country);
  const suppressed = suppressedPlaces(query, groups);
  const designEffect = designEffectOf(query);
  const figuresFor = (group: PayGroup | undefined, of: number, key: PlaceKey) =>
    figuresOf(group, { all: of, designEffect, suppression: suppressed.get(key) ?? null });
  const states = rankedPlaces(
    [...groups.states].flatMap(([code, group]) => {
      const state = stateOfCode(String(code));
      const figures = figuresFor(group, records, stateKey(code));
      return state ? [{ codigo: state.sigla, nome: state.nome, ...figures }] : [];
    }),
    comparable(query),
  );
  return {
    ...comparable(query),
    states,
    rankedStates: states.filter(({ rank }) => rank !== null).length,
    country: figuresFor(groups.country.get(everyone), records, everywhere),
    municipalities: municipalitiesShown(
      query,
      towns,
      (code) => figuresFor(towns.get(code), recordsOfAll(towns), municipalityKey(code)),
      regionsShown(query, groups, suppressed),
    ),
  };
}

/** Also suppresses the country and the shown state if they have only a few records more than the query. */
function suppressedPlaces(query: SalaryQuery, { states, towns, country, selected }: PlaceGroups) {
  const counts = new Map<PlaceKey, number>([
    [everywhere, recordsOfAll(country)],
    ...[...states].map(([code, { count }]) => [stateKey(code), count] as const),
    ...[...towns].map(([code, { count }]) => [municipalityKey(code), count] as const),
  ]);
  const known = knownPlaces(query, [...states.keys()], [...towns.keys()]);
  const minRecords = minRecordsOf(query);
  const suppressed = new Map(suppressedBesideDistribution(counts, known, minRecords));
  const shown = shownState(query);
  for (const key of [everywhere, ...(shown === null ? [] : [stateKey(shown)])] as const)
    if (!canAppearBeside(selected, counts.get(key) ?? 0, minRecords))
      suppressed.set(key, 'protege_outro');
  return suppressed;
}

/**
 * The state's immediate regions, without means. A region of fewer than 30 records has no figures if a municipality of it
 * lacks its mean: quartiles of few records are nearly the records. A region that has only a few records that the query
 * lacks, and lacks only a few of the query's, has no figures either.
 */
function regionsShown(
  query: SalaryQuery,
  { regions, towns, selected }: PlaceGroups,
  suppressed: ReadonlyMap<PlaceKey, CellSuppression>,
): Place[] {
  const designEffect = designEffectOf(query);
  const minRecords = minRecordsOf(query);
  const all = recordsOfAll(towns);
  const requested = new Set(query.municipalities);
  const isNearlyQuery = ({ municipalities }: IbgeRegion, count: number) => {
    const requestedHere = municipalities.filter((code) => requested.has(code));
    const inBoth = query.municipalities === null ? count : recordsOf(towns, requestedHere);
    const [more, fewer] = [count - inBoth, selected - inBoth];
    return more + fewer > 0 && more < minRecords && fewer < minForStatistics;
  };
  const couldReveal = ({ municipalities }: IbgeRegion, count: number) =>
    count < minForConfidence &&
    municipalities.some((code) => suppressed.has(municipalityKey(code)));
  const suppressionOf = (region: IbgeRegion, count: number) =>
    reasonForCount(count, minRecords) ??
    (couldReveal(region, count) || isNearlyQuery(region, count) ? 'protege_outro' : 'so_a_media');
  return rankedPlaces(
    [...regions].flatMap(([code, group]) => {
      const region = ibgeRegion(String(code));
      if (region === undefined) return [];
      const suppression = suppressionOf(region, group.count);
      return [
        {
          codigo: region.code,
          nome: region.name,
          ...figuresOf(group, { all, designEffect, suppression }),
        },
      ];
    }),
    comparable(query),
  );
}

function municipalitiesShown(
  query: SalaryQuery,
  towns: PayGroups,
  figuresFor: (code: number) => GroupFigures,
  regions: Place[],
): RegionalPanel['municipalities'] {
  const state = stateOfCode(String(shownState(query)));
  if (state === undefined) return null;
  const places = rankedPlaces(
    [...towns.keys()].map((code) => {
      const codigo = String(code).padStart(6, '0');
      return { codigo, nome: municipalityName(codigo) ?? codigo, ...figuresFor(code) };
    }),
    comparable(query),
  );
  const requested = new Set(query.municipalities?.map(String));
  const shown = new Set(
    places
      .toSorted(
        (a, b) =>
          Number(requested.has(b.codigo)) - Number(requested.has(a.codigo)) || b.count - a.count,
      )
      .slice(0, maxMunicipalities),
  );
  return {
    uf: state.sigla,
    nome: state.nome,
    places: places.filter((place) => shown.has(place)),
    total: places.length,
    regions,
  };
}

/** The country, a state or a municipality among the regional panel's places. */
type PlaceKey = 'country' | `state ${number}` | `municipality ${number}`;

const everywhere = 'country';
const stateKey = (code: number): PlaceKey => `state ${code}`;
const municipalityKey = (code: number): PlaceKey => `municipality ${code}`;

/**
 * Known sums of places: states add up to the country, the municipalities of the shown state to it, and the requested
 * places to the response itself, which reveals the sum of the other places.
 */
function knownPlaces(
  query: SalaryQuery,
  states: readonly number[],
  municipalities: readonly number[],
): KnownTogether<PlaceKey>[] {
  const country: PlaceKey[] = [everywhere, ...states.map(stateKey)];
  const requestedStates = states.filter((code) => isRequestedState(query, code)).map(stateKey);
  const isNational = query.region === null && query.uf === null;
  const known: KnownTogether<PlaceKey>[] = [new Set(country)];
  if (query.municipalities === null)
    known.push(...splitBy(country, isNational ? [everywhere] : requestedStates));
  const shown = shownState(query);
  if (shown !== null) {
    const state = [stateKey(shown), ...municipalities.map(municipalityKey)];
    known.push(new Set(state));
    if (query.municipalities !== null)
      known.push(...splitBy(state, query.municipalities.map(municipalityKey)));
  }
  return known;
}

/** IBGE's code of a state begins with its region's. */
const isRequestedState = ({ region, uf }: SalaryQuery, code: number) =>
  (uf === null || uf === code) && (region === null || Math.floor(code / 10) === region);

/** The requested places, whose sum is the response, and the other places of the same sum. */
function splitBy(
  together: readonly PlaceKey[],
  requested: readonly PlaceKey[],
): KnownTogether<PlaceKey>[] {
  const isRequested = new Set(requested);
  return [isRequested, new Set(together.filter((key) => !isRequested.has(key)))];
}

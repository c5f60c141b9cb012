import type { GroupFigures, Place, RegionalPanel } from '../../../../shared/contracts/panels.ts';
import { fewestForConfidence } from '../../../../shared/statistics/design-effect.ts';
import { reasonForCount } from '../../../../shared/statistics/suppression.ts';
import { ibgeRegion } from '../../../reference/ibge-regions.ts';
import { municipalityName, stateOfCode } from '../../../reference/places.ts';
import type { SalaryQuery } from '../../query/salary-query.ts';
import { designEffectOf } from '../../query/design-effects.ts';
import { fewestOf } from '../suppression/fewest-records.ts';
import { suppressedCells } from '../suppression/suppressed-cells.ts';
import { comparable, figuresOf, recordsOfAll } from './figures.ts';
import type { PayGroup } from '../../query/engine/pay-group.ts';
import {
  everywhere,
  knownPlaces,
  municipalityKey,
  stateKey,
  type PlaceKey,
} from './known-places.ts';
import { shownState } from '../../query/panel-queries.ts';
import { rankedPlaces } from './ranked-places.ts';

type Groups = ReadonlyMap<number, PayGroup>;

const mostMunicipalities = 100;
const everyone = 0;
const elsewhere = 0;

/** States, the municipalities of one state, and the country, from groups without filters of place. */
export function regionalPanel(
  query: SalaryQuery,
  groups: Readonly<Record<'state' | 'municipality' | 'region' | 'country', Groups>>,
): RegionalPanel {
  const inState = new Map([...groups.municipality].filter(([code]) => code !== elsewhere));
  const country = groups.country.get(everyone);
  const all = recordsOfAll(groups.country);
  const withheld = withheldPlaces(query, { state: groups.state, inState, country });
  const designEffect = designEffectOf(query);
  const figuresFor = (group: PayGroup | undefined, of: number, key: PlaceKey) =>
    figuresOf(group, { all: of, designEffect, suppression: withheld.get(key) ?? null });
  const states = rankedPlaces(
    [...groups.state].flatMap(([code, group]) => {
      const state = stateOfCode(String(code));
      const figures = figuresFor(group, all, stateKey(code));
      return state ? [{ codigo: state.sigla, nome: state.nome, ...figures }] : [];
    }),
    designEffect,
  );
  return {
    ...comparable(query),
    states,
    rankedStates: states.filter(({ rank }) => rank !== null).length,
    country: figuresFor(country, all, everywhere),
    municipalities: municipalitiesShown(
      query,
      inState,
      (code) => figuresFor(inState.get(code), recordsOfAll(inState), municipalityKey(code)),
      regionsShown(query, groups.region, recordsOfAll(inState)),
    ),
  };
}

function withheldPlaces(
  query: SalaryQuery,
  { state, inState, country }: { state: Groups; inState: Groups; country: PayGroup | undefined },
) {
  const counts = new Map<PlaceKey, number>([
    [everywhere, country?.count ?? 0],
    ...[...state].map(([code, { count }]) => [stateKey(code), count] as const),
    ...[...inState].map(([code, { count }]) => [municipalityKey(code), count] as const),
  ]);
  const places = { states: [...state.keys()], municipalities: [...inState.keys()] };
  const known = knownPlaces(query, shownState(query), places);
  return suppressedCells(counts, known, fewestOf(query));
}

/** The state's immediate regions, without means, and without figures of few records. */
function regionsShown(query: SalaryQuery, groups: Groups, all: number): Place[] {
  const designEffect = designEffectOf(query);
  const fewest = fewestOf(query);
  const suppressionOf = (count: number) =>
    reasonForCount(count, fewest) ?? (count < fewestForConfidence ? 'protege_outro' : 'so_a_media');
  return rankedPlaces(
    [...groups].flatMap(([code, group]) => {
      const region = ibgeRegion(String(code));
      if (region === undefined) return [];
      const suppression = suppressionOf(group.count);
      return [
        {
          codigo: region.code,
          nome: region.name,
          ...figuresOf(group, { all, designEffect, suppression }),
        },
      ];
    }),
    designEffect,
  );
}

function municipalitiesShown(
  query: SalaryQuery,
  inState: Groups,
  figuresFor: (code: number) => GroupFigures,
  regions: Place[],
): RegionalPanel['municipalities'] {
  const state = stateOfCode(String(shownState(query)));
  if (state === undefined) return null;
  const places = rankedPlaces(
    [...inState.keys()].map((code) => {
      const codigo = String(code).padStart(6, '0');
      return { codigo, nome: municipalityName(codigo) ?? codigo, ...figuresFor(code) };
    }),
    designEffectOf(query),
  );
  const requested = new Set(query.municipalities?.map(String));
  const shown = new Set(
    places
      .toSorted(
        (a, b) =>
          Number(requested.has(b.codigo)) - Number(requested.has(a.codigo)) || b.count - a.count,
      )
      .slice(0, mostMunicipalities),
  );
  return {
    uf: state.sigla,
    nome: state.nome,
    places: places.filter((place) => shown.has(place)),
    total: places.length,
    regions,
  };
}

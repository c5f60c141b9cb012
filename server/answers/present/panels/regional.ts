import type { GroupFigures, RegionalPanel } from '../../../../shared/contracts/panels.ts';
import { municipalityName, stateOfCode } from '../../../reference/places.ts';
import type { Question } from '../../query/salary-query.ts';
import { designEffectOf } from '../../query/design-effects.ts';
import { fewestOf } from '../suppression/fewest-records.ts';
import { withheldCells } from '../suppression/suppressed-cells.ts';
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
  question: Question,
  groups: { readonly state: Groups; readonly municipality: Groups; readonly country: Groups },
): RegionalPanel {
  const inState = new Map([...groups.municipality].filter(([code]) => code !== elsewhere));
  const country = groups.country.get(everyone);
  const all = recordsOfAll(groups.country);
  const withheld = withheldPlaces(question, { state: groups.state, inState, country });
  const designEffect = designEffectOf(question);
  const told = (group: PayGroup | undefined, of: number, key: PlaceKey) =>
    figuresOf(group, { all: of, designEffect, suppression: withheld.get(key) ?? null });
  const states = rankedPlaces(
    [...groups.state].flatMap(([code, group]) => {
      const state = stateOfCode(String(code));
      const figures = told(group, all, stateKey(code));
      return state ? [{ codigo: state.sigla, nome: state.nome, ...figures }] : [];
    }),
    designEffect,
  );
  return {
    ...comparable(question),
    states,
    rankedStates: states.filter(({ rank }) => rank !== null).length,
    country: told(country, all, everywhere),
    municipalities: municipalitiesShown(question, inState, (code) =>
      told(inState.get(code), recordsOfAll(inState), municipalityKey(code)),
    ),
  };
}

function withheldPlaces(
  question: Question,
  { state, inState, country }: { state: Groups; inState: Groups; country: PayGroup | undefined },
) {
  const counts = new Map<PlaceKey, number>([
    [everywhere, country?.count ?? 0],
    ...[...state].map(([code, { count }]) => [stateKey(code), count] as const),
    ...[...inState].map(([code, { count }]) => [municipalityKey(code), count] as const),
  ]);
  const places = { states: [...state.keys()], municipalities: [...inState.keys()] };
  const known = knownPlaces(question, shownState(question), places);
  return withheldCells(counts, known, fewestOf(question));
}

function municipalitiesShown(
  question: Question,
  inState: Groups,
  tell: (code: number) => GroupFigures,
): RegionalPanel['municipalities'] {
  const state = stateOfCode(String(shownState(question)));
  if (state === undefined) return null;
  const places = rankedPlaces(
    [...inState.keys()].map((code) => {
      const codigo = String(code).padStart(6, '0');
      return { codigo, nome: municipalityName(codigo) ?? codigo, ...tell(code) };
    }),
    designEffectOf(question),
  );
  const asked = new Set(question.municipalities?.map(String));
  const shown = new Set(
    places
      .toSorted(
        (a, b) => Number(asked.has(b.codigo)) - Number(asked.has(a.codigo)) || b.count - a.count,
      )
      .slice(0, mostMunicipalities),
  );
  return {
    uf: state.sigla,
    nome: state.nome,
    places: places.filter((place) => shown.has(place)),
    total: places.length,
  };
}

import type { RegionalPanel } from '../../../shared/contracts/panels.ts';
import { municipalityName } from '../../reference/municipalities.ts';
import { stateOfCode } from '../../reference/states.ts';
import type { Question } from '../question.ts';
import { figuresOf, recordsOfAll } from './figures.ts';
import type { PayGroup } from './pay-group.ts';
import { rankedPlaces } from './ranked-places.ts';

type Groups = ReadonlyMap<number, PayGroup>;

const mostMunicipalities = 100;
const everyone = 0;
const elsewhere = 0;

/** The IBGE code of the state whose municipalities are shown: the one asked, or that of all municipalities asked. */
export function shownState({ uf, municipalities }: Question): number | null {
  if (uf !== null) return uf;
  const states = new Set(municipalities?.map((code) => Math.floor(code / 10_000)));
  const [state] = states;
  return states.size === 1 && state !== undefined ? state : null;
}

/** States, municipalities of one, and the country, from groups that no filter of place has narrowed. */
export function regionalPanel(
  question: Question,
  groups: { readonly state: Groups; readonly municipality: Groups; readonly country: Groups },
): RegionalPanel {
  const all = recordsOfAll(groups.country);
  const states = rankedPlaces(
    [...groups.state].flatMap(([code, group]) => {
      const state = stateOfCode(String(code));
      const named = state && { codigo: state.sigla, nome: state.nome };
      return named ? [{ ...named, ...figuresOf(group, all) }] : [];
    }),
  );
  return {
    states,
    rankedStates: states.filter(({ rank }) => rank !== null).length,
    country: figuresOf(groups.country.get(everyone), all),
    municipalities: municipalitiesShown(question, groups.municipality),
  };
}

function municipalitiesShown(question: Question, groups: Groups): RegionalPanel['municipalities'] {
  const state = stateOfCode(String(shownState(question)));
  if (state === undefined) return null;
  const inState = new Map([...groups].filter(([code]) => code !== elsewhere));
  const all = recordsOfAll(inState);
  const places = rankedPlaces(
    [...inState].map(([code, group]) => {
      const codigo = String(code).padStart(6, '0');
      return { codigo, nome: municipalityName(codigo) ?? codigo, ...figuresOf(group, all) };
    }),
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

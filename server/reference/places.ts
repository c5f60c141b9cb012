import { getMunicipalities } from '@brazilian-utils/brazilian-utils/get-municipalities';
import { states, type State } from '../../shared/codes/states.ts';
import { plainText } from '../../shared/words/format.ts';

/** A municipality of IBGE's list, from the MIT package `@brazilian-utils/brazilian-utils`. */
export interface Municipality {
  /** Six digits, the form of the official files: IBGE's seven without the check digit. */
  readonly code: string;
  readonly name: string;
  readonly uf: string;
}

interface Gazetteer {
  readonly all: readonly Municipality[];
  readonly byCode: ReadonlyMap<string, Municipality>;
  readonly byState: ReadonlyMap<string, readonly Municipality[]>;
  readonly byName: ReadonlyMap<string, Municipality>;
}

let gazetteer: Gazetteer | undefined;

/** All 5,571 municipalities, by state and name. */
export function allMunicipalities(): readonly Municipality[] {
  return loaded().all;
}

/** The name of a six-digit code; undefined for 999999 (unknown) and codes that the list lacks. */
export function municipalityName(code: string): string | undefined {
  return loaded().byCode.get(code)?.name;
}

/** The municipalities of a state, given by its abbreviation, in alphabetical order; none for another text. */
export function municipalitiesOf(uf: string): readonly Municipality[] {
  return loaded().byState.get(uf.toUpperCase()) ?? [];
}

/** A state's municipality by name, whatever the accents, case, hyphens and apostrophes. */
export function findMunicipality(uf: string, name: string): Municipality | undefined {
  return loaded().byName.get(nameKey(uf, name));
}

const loaded = () => (gazetteer ??= buildGazetteer());

function buildGazetteer(): Gazetteer {
  const all = getMunicipalities()
    .map(({ code, name, stateCode }) => ({ code: code.slice(0, 6), name, uf: stateCode }))
    .toSorted((a, b) => (a.uf < b.uf ? -1 : a.uf > b.uf ? 1 : 0));
  return {
    all,
    byCode: new Map(all.map((municipality) => [municipality.code, municipality])),
    byState: Map.groupBy(all, (municipality) => municipality.uf),
    byName: new Map(
      all.map((municipality) => [nameKey(municipality.uf, municipality.name), municipality]),
    ),
  };
}

const nameKey = (uf: string, name: string) =>
  `${uf.toUpperCase()} ${plainText(name).replaceAll(' ', '')}`;

const statesByCode = new Map(states.map((state) => [state.codigo, state]));
const statesBySigla = new Map(states.map((state) => [state.sigla, state]));

/** The state of a two-digit IBGE code; undefined for 99 (unknown) and anything else. */
export function stateOfCode(codigo: string): State | undefined {
  return statesByCode.get(codigo);
}

/** The state of a two-letter abbreviation, in either case. */
export function stateOfSigla(sigla: string): State | undefined {
  return statesBySigla.get(sigla.toUpperCase());
}

/** The states of a region (1 to 5), by IBGE code; none for another number. */
export function statesOfRegion(regiao: string): readonly State[] {
  return states.filter((state) => state.regiao === regiao);
}

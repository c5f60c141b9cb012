import { getMunicipalities } from '@brazilian-utils/brazilian-utils/get-municipalities';
import { plainText } from '../../shared/words/format.ts';

/** A municipality of IBGE's list, from the MIT package `@brazilian-utils/brazilian-utils`. */
export interface Municipality {
  /** Six digits, the form of the official files: IBGE's seven without the check digit. */
  readonly code: string;
  readonly name: string;
  /** The state's abbreviation. */
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
  return loadedGazetteer().all;
}

/** The name of a six-digit code; undefined for 999999 (unknown) and codes that the list lacks. */
export function municipalityName(code: string): string | undefined {
  return loadedGazetteer().byCode.get(code)?.name;
}

/** The municipalities of a state, given by its abbreviation, in alphabetical order; none for another text. */
export function municipalitiesOf(uf: string): readonly Municipality[] {
  return loadedGazetteer().byState.get(uf.toUpperCase()) ?? [];
}

/** A state's municipality by name, whatever the accents, case, hyphens and apostrophes. */
export function findMunicipality(uf: string, name: string): Municipality | undefined {
  return loadedGazetteer().byName.get(nameKey(uf, name));
}

/** Reads the list again; returns its number of municipalities. */
export function reloadMunicipalities(): number {
  gazetteer = buildGazetteer();
  return gazetteer.all.length;
}

function loadedGazetteer(): Gazetteer {
  gazetteer ??= buildGazetteer();
  return gazetteer;
}

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

/** A state as IBGE numbers it; `regiao` is IBGE's major region, 1 North to 5 Center-West. */
export interface State {
  readonly sigla: string;
  readonly nome: string;
  /** Two-digit IBGE code, the `uf` of the official files. */
  readonly codigo: string;
  readonly regiao: '1' | '2' | '3' | '4' | '5';
}

/** The 26 states and the Federal District, by IBGE code. */
export const states: readonly State[] = [
  { codigo: '11', sigla: 'RO', nome: 'Rondônia', regiao: '1' },
  { codigo: '12', sigla: 'AC', nome: 'Acre', regiao: '1' },
  { codigo: '13', sigla: 'AM', nome: 'Amazonas', regiao: '1' },
  { codigo: '14', sigla: 'RR', nome: 'Roraima', regiao: '1' },
  { codigo: '15', sigla: 'PA', nome: 'Pará', regiao: '1' },
  { codigo: '16', sigla: 'AP', nome: 'Amapá', regiao: '1' },
  { codigo: '17', sigla: 'TO', nome: 'Tocantins', regiao: '1' },
  { codigo: '21', sigla: 'MA', nome: 'Maranhão', regiao: '2' },
  { codigo: '22', sigla: 'PI', nome: 'Piauí', regiao: '2' },
  { codigo: '23', sigla: 'CE', nome: 'Ceará', regiao: '2' },
  { codigo: '24', sigla: 'RN', nome: 'Rio Grande do Norte', regiao: '2' },
  { codigo: '25', sigla: 'PB', nome: 'Paraíba', regiao: '2' },
  { codigo: '26', sigla: 'PE', nome: 'Pernambuco', regiao: '2' },
  { codigo: '27', sigla: 'AL', nome: 'Alagoas', regiao: '2' },
  { codigo: '28', sigla: 'SE', nome: 'Sergipe', regiao: '2' },
  { codigo: '29', sigla: 'BA', nome: 'Bahia', regiao: '2' },
  { codigo: '31', sigla: 'MG', nome: 'Minas Gerais', regiao: '3' },
  { codigo: '32', sigla: 'ES', nome: 'Espírito Santo', regiao: '3' },
  { codigo: '33', sigla: 'RJ', nome: 'Rio de Janeiro', regiao: '3' },
  { codigo: '35', sigla: 'SP', nome: 'São Paulo', regiao: '3' },
  { codigo: '41', sigla: 'PR', nome: 'Paraná', regiao: '4' },
  { codigo: '42', sigla: 'SC', nome: 'Santa Catarina', regiao: '4' },
  { codigo: '43', sigla: 'RS', nome: 'Rio Grande do Sul', regiao: '4' },
  { codigo: '50', sigla: 'MS', nome: 'Mato Grosso do Sul', regiao: '5' },
  { codigo: '51', sigla: 'MT', nome: 'Mato Grosso', regiao: '5' },
  { codigo: '52', sigla: 'GO', nome: 'Goiás', regiao: '5' },
  { codigo: '53', sigla: 'DF', nome: 'Distrito Federal', regiao: '5' },
];

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

import { regions } from '../../shared/codes/codes.ts';
import type { PlaceItem } from '../../shared/contracts/reference.ts';
import { ibgeRegions } from './ibge-regions.ts';
import { allMunicipalities, stateOfCode, stateOfSigla } from './places.ts';
import { states, type State } from '../../shared/codes/states.ts';

/** A place, with the name that users search for: a region of IBGE has the name of its main city, or cities. */
export interface KnownPlace {
  readonly kind: 'region' | 'state' | 'city' | 'immediate' | 'intermediate';
  readonly name: string;
  readonly item: PlaceItem;
}

const nowhere = { uf: null, regiao_ibge: null, municipio: null } as const;
const within = ({ sigla: uf, nome: dentro, regiao }: State) => ({ dentro, regiao, uf });

/** Every region, state, municipality and region of IBGE, in this order. */
export function* knownPlaces(): Generator<KnownPlace> {
  for (const [regiao, nome] of Object.entries(regions)) {
    yield { kind: 'region', name: nome, item: { ...nowhere, nome, dentro: 'região', regiao } };
  }
  for (const { sigla: uf, nome, regiao } of states) {
    yield { kind: 'state', name: nome, item: { ...nowhere, nome, dentro: 'estado', regiao, uf } };
  }
  for (const { code, name, uf } of allMunicipalities()) {
    const state = stateOfSigla(uf);
    if (state === undefined) continue;
    const item = { ...nowhere, nome: name, ...within(state), municipio: code };
    yield { kind: 'city', name, item };
  }
  for (const { code, name, city } of ibgeRegions()) {
    const state = stateOfCode(code.slice(0, 2));
    if (state === undefined) continue;
    const kind = code.length === 4 ? 'intermediate' : 'immediate';
    yield {
      kind,
      name: city,
      item: { ...nowhere, nome: name, ...within(state), regiao_ibge: code },
    };
  }
}

import type { SearchFilters } from '../../../../shared/contracts/search.ts';
import { ibgeRegion } from '../../../reference/ibge-regions.ts';
import { findMunicipality, municipalityName, stateOfSigla } from '../../../reference/places.ts';
import { invalid } from '../../../platform/errors.ts';
import { among, equal, type LineFilter } from './line-filter.ts';
import { packedState } from './packed-codes.ts';

/** By IBGE's code. */
export const uf: LineFilter<number> = {
  resolve: stateOf,
  condition: (code) => equal('uf', 'UInt8', code),
  tests: (requested) => [{ code: 'state', passes: (code) => code === packedState(requested) }],
};

/** By IBGE's six digits. A region of IBGE stands for its municipalities. */
export const municipalities: LineFilter<readonly number[]> = {
  resolve: municipalitiesOf,
  condition: (codes) => among('municipality', 'municipalities', 'UInt32', codes),
  tests: (codes) => [{ column: 'municipality', codes }],
};

function stateOf({ uf: sigla, regiao }: SearchFilters): number | null {
  if (sigla === undefined) return null;
  const state = stateOfSigla(sigla);
  if (state === undefined)
    throw invalid('uf', `Não existe o estado “${sigla}”. Informe a sigla, por exemplo SP.`);
  if (regiao !== undefined && regiao !== state.regiao) {
    throw invalid(
      'uf',
      `${state.nome} não é da região pedida. Escolha só o estado ou só a região.`,
    );
  }
  return Number(state.codigo);
}

function municipalitiesOf(filters: SearchFilters): readonly number[] | null {
  const { regiaoIbge } = filters;
  const named = municipalitiesNamed(filters);
  if (regiaoIbge === undefined) return named;
  const region = ibgeRegion(regiaoIbge);
  if (region === undefined)
    throw invalid('regiaoIbge', `Não há região do IBGE com o código ${regiaoIbge}.`);
  if (!regiaoIbge.startsWith(stateOrRegion(filters))) throw elsewhere(region.name, 'regiaoIbge');
  const outside = named?.find((code) => !region.municipalities.includes(code));
  if (outside === undefined) return named ?? region.municipalities;
  throw invalid(
    'municipios',
    `${municipalityName(String(outside)) ?? outside} não é da ${region.name}. Remova um dos dois.`,
  );
}

/** The first two digits of a code are the state, and the first of them its region. */
const stateOrRegion = ({ uf: state, regiao }: SearchFilters) =>
  (state && stateOfSigla(state)?.codigo) ?? regiao ?? '';

function municipalitiesNamed(filters: SearchFilters): number[] | null {
  const { municipios, uf: state } = filters;
  if (municipios === undefined || municipios.length === 0) return null;
  const place = stateOrRegion(filters);
  const codes = municipios.map((municipality) => {
    if (/^\d{6,7}$/.test(municipality)) {
      if (!municipality.startsWith(place))
        throw elsewhere(municipalityName(municipality.slice(0, 6)) ?? municipality, 'municipios');
      return Number(municipality.slice(0, 6));
    }
    if (state === undefined) {
      throw invalid(
        'municipios',
        'Para pesquisar um município pelo nome, escolha também o estado.',
      );
    }
    const found = findMunicipality(state, municipality);
    if (found === undefined) {
      throw invalid(
        'municipios',
        `Não há município “${municipality}” em ${state}. Confira o nome ou escolha na lista.`,
      );
    }
    return Number(found.code);
  });
  return [...new Set(codes)];
}

const elsewhere = (name: string, field: 'municipios' | 'regiaoIbge') =>
  invalid(
    field,
    `${name} não é do estado ou da região que foi pedida. Remova ${field === 'municipios' ? 'o município' : 'a região do IBGE'} ou mude o lugar.`,
  );

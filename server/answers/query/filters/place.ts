import type { SearchFilters } from '../../../../shared/contracts/search.ts';
import { findMunicipality, municipalityName, stateOfSigla } from '../../../reference/places.ts';
import { equal, invalid, lineFilter } from './line-filter.ts';

/** By IBGE's code. */
export const uf = lineFilter<number>({
  resolve: stateOf,
  condition: (code) => equal('uf', 'UInt8', code),
  tests: (requested) => [{ code: 'state', passes: (code) => code === requested }],
});

/** By IBGE's six digits. */
export const municipalities = lineFilter<readonly number[]>({
  resolve: municipalitiesOf,
  condition: (codes) => ({
    clause: 'municipality in {municipalities:Array(UInt32)}',
    params: { municipalities: codes },
  }),
  tests: (codes) => [{ column: 'municipality', codes }],
});

function stateOf({ uf: sigla, regiao }: SearchFilters): number | null {
  if (sigla === undefined) return null;
  const state = stateOfSigla(sigla);
  if (state === undefined)
    throw invalid('uf', `Não existe o estado "${sigla}". Informe a sigla, por exemplo SP.`);
  if (regiao !== undefined && regiao !== state.regiao) {
    throw invalid('uf', `${state.nome} não é da região pedida. Escolha só uma das duas.`);
  }
  return Number(state.codigo);
}

function municipalitiesOf({ municipios, uf: state, regiao }: SearchFilters): number[] | null {
  if (municipios === undefined || municipios.length === 0) return null;
  // The first two digits are the state, and the first of them its region.
  const place = (state && stateOfSigla(state)?.codigo) ?? regiao ?? '';
  return municipios.map((municipality) => {
    if (/^\d{6,7}$/.test(municipality)) {
      if (!municipality.startsWith(place)) throw elsewhere(municipality);
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
        `Não há município "${municipality}" em ${state}. Confira o nome ou escolha na lista.`,
      );
    }
    return Number(found.code);
  });
}

function elsewhere(code: string) {
  const name = municipalityName(code.slice(0, 6)) ?? code;
  return invalid(
    'municipios',
    `${name} não é do estado ou da região que foi pedida. Tire o município ou mude o lugar.`,
  );
}

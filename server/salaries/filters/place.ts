import type { SearchFilters } from '../../../shared/search.ts';
import { findMunicipality } from '../../reference/municipalities.ts';
import { stateOfSigla } from '../../reference/states.ts';
import { equal, invalid, lineFilter } from './line-filter.ts';

/** By IBGE's code. */
export const uf = lineFilter<number>({
  asked: (filters) => (filters.uf === undefined ? null : askedState(filters.uf)),
  condition: (code) => equal('uf', 'UInt8', code),
  tests: (asked) => [{ code: 'state', passes: (code) => code === asked }],
});

/** By IBGE's six digits. */
export const municipalities = lineFilter<readonly number[]>({
  asked: askedMunicipalities,
  condition: (codes) => ({
    clause: 'municipality in {municipalities:Array(UInt32)}',
    params: { municipalities: codes },
  }),
  tests: (codes) => [{ column: 'municipality', codes }],
});

function askedState(sigla: string): number {
  const state = stateOfSigla(sigla);
  if (state === undefined)
    throw invalid('uf', `Não existe o estado "${sigla}". Informe a sigla, por exemplo SP.`);
  return Number(state.codigo);
}

function askedMunicipalities({ municipios, uf: state }: SearchFilters): number[] | null {
  if (municipios === undefined || municipios.length === 0) return null;
  return municipios.map((municipality) => {
    if (/^\d{6,7}$/.test(municipality)) return Number(municipality.slice(0, 6));
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

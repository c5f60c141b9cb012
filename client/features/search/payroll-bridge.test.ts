import { expect, test } from 'vitest';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import { isSamePeriod, marketQueryOf } from './payroll-bridge.tsx';

const queryOf = (filters: object) => marketQueryOf(SearchFilters.parse(filters));

test('a query of one occupation in a state, a region or the country has a market', () => {
  expect(queryOf({ cbo: '521110', uf: 'SP' })).toEqual({ familias: '5211', uf: 'SP' });
  expect(queryOf({ cbo: '521110', regiao: '3' })).toEqual({ familias: '5211', regiao: '3' });
  expect(queryOf({ cbo: '521110' })).toEqual({ familias: '5211' });
});

test('any other filter, rule or movement has none', () => {
  for (const other of [
    { metodo: 'integral' },
    { movimentacao: 'desligamento' },
    { serie: 'declarada' },
    { genero: 'F' },
    { uf: 'SP', municipios: ['355030'] },
  ]) {
    expect(queryOf({ cbo: '521110', ...other }), JSON.stringify(other)).toBeUndefined();
  }
  expect(queryOf({ familiaCbo: '5211' })).toBeUndefined();
});

test('a search is compared with a payroll over the same months alone', () => {
  const period = { inicio: '202306', fim: '202307' };
  const isSame = (filters: object) => isSamePeriod(SearchFilters.parse(filters), period);
  expect(isSame({})).toBe(true);
  expect(isSame({ periodoInicio: '202306', periodoFim: '202307' })).toBe(true);
  expect(isSame({ periodoFim: '202306' })).toBe(false);
  expect(isSamePeriod(SearchFilters.parse({}), null)).toBe(false);
});

import { expect, test } from 'vitest';
import { findPlaces } from './find-places.ts';

test('a city is found by its name, with its state and its region, before the regions of IBGE around it', () => {
  expect(findPlaces('belo horizonte', 3)).toEqual([
    {
      nome: 'Belo Horizonte',
      dentro: 'Minas Gerais',
      regiao: '3',
      uf: 'MG',
      regiao_ibge: null,
      municipio: '310620',
    },
    {
      nome: 'Região de Belo Horizonte',
      dentro: 'Minas Gerais',
      regiao: '3',
      uf: 'MG',
      regiao_ibge: '310001',
      municipio: null,
    },
    {
      nome: 'Região intermediária de Belo Horizonte',
      dentro: 'Minas Gerais',
      regiao: '3',
      uf: 'MG',
      regiao_ibge: '3101',
      municipio: null,
    },
  ]);
});

test('a state is listed before its capital, and is found by its abbreviation', () => {
  expect(findPlaces('São Paulo', 2).map(({ municipio }) => municipio)).toEqual([null, '355030']);
  expect(findPlaces('mg', 1)).toEqual([
    {
      nome: 'Minas Gerais',
      dentro: 'estado',
      regiao: '3',
      uf: 'MG',
      regiao_ibge: null,
      municipio: null,
    },
  ]);
  expect(findPlaces('sudeste', 1)).toEqual([
    {
      nome: 'Sudeste',
      dentro: 'região',
      regiao: '3',
      uf: null,
      regiao_ibge: null,
      municipio: null,
    },
  ]);
});

test('names that begin so come before those that have it within, and nothing finds nothing', () => {
  const names = findPlaces('santos', 4).map(({ nome }) => nome);
  expect(names[0]).toBe('Santos');
  expect(findPlaces('dumont', 9).map(({ nome }) => nome)).toContain('Santos Dumont');
  expect(findPlaces(' ', 9)).toEqual([]);
  expect(findPlaces('xyzxyz', 9)).toEqual([]);
});

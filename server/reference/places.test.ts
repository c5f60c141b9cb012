import { expect, test } from 'vitest';
import {
  allMunicipalities,
  findMunicipality,
  municipalitiesOf,
  municipalityName,
  stateOfCode,
  stateOfSigla,
  statesOfRegion,
} from './places.ts';
import { states } from '../../shared/codes/states.ts';

test('holds 5,571 municipalities with six-digit codes of their own', () => {
  expect(allMunicipalities()).toHaveLength(5571);
  expect(new Set(allMunicipalities().map(({ code }) => code)).size).toBe(5571);
  expect(allMunicipalities().every(({ code }) => /^\d{6}$/.test(code))).toBe(true);
});

test('a code begins with that of its state', () => {
  for (const { sigla, codigo } of states) {
    expect(municipalitiesOf(sigla).every(({ code }) => code.startsWith(codigo))).toBe(true);
  }
  expect(municipalitiesOf('SP')).toHaveLength(645);
  expect(municipalitiesOf('df')).toEqual([{ code: '530010', name: 'Brasília', uf: 'DF' }]);
  expect(municipalitiesOf('ZZ')).toEqual([]);
});

test('lists a state alphabetically', () => {
  const names = municipalitiesOf('SP').map(({ name }) => name);
  expect(names[0]).toBe('Adamantina');
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'pt-BR')));
});

test('names a code', () => {
  expect(municipalityName('355030')).toBe('São Paulo');
  expect(municipalityName('999999')).toBeUndefined();
  expect(municipalityName('3550308')).toBeUndefined();
});

test('finds a name in its state without regard to accents, case and signs', () => {
  expect(findMunicipality('SP', 'SAO PAULO')?.code).toBe('355030');
  expect(findMunicipality('sp', 'santa barbara d oeste')?.name).toBe("Santa Bárbara d'Oeste");
  expect(findMunicipality('RJ', 'São Paulo')).toBeUndefined();
  expect(findMunicipality('SP', '')).toBeUndefined();
});

test('finds every municipality by its own name', () => {
  for (const municipality of allMunicipalities()) {
    expect(findMunicipality(municipality.uf, municipality.name)).toEqual(municipality);
  }
});

test('holds 27 states: 7 North, 9 Northeast, 4 Southeast, 3 South, 4 Center-West', () => {
  expect(states).toHaveLength(27);
  expect(['1', '2', '3', '4', '5', '9'].map((region) => statesOfRegion(region).length)).toEqual([
    7, 9, 4, 3, 4, 0,
  ]);
});

test('finds a state by code and by abbreviation', () => {
  const saoPaulo = { codigo: '35', sigla: 'SP', nome: 'São Paulo', regiao: '3' };
  expect(stateOfCode('35')).toEqual(saoPaulo);
  expect(stateOfSigla('sp')).toEqual(saoPaulo);
  expect(stateOfCode('99')).toBeUndefined();
  expect(stateOfSigla('ZZ')).toBeUndefined();
});

test("a code's first digit is its region, as IBGE numbers them", () => {
  expect(states.every(({ codigo, regiao }) => codigo.startsWith(regiao))).toBe(true);
});

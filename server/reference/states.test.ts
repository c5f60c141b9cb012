import { expect, test } from 'vitest';
import { stateOfCode, stateOfSigla, states, statesOfRegion } from './states.ts';

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

import { expect, it } from 'vitest';
import { jsonBytes, jsonSlices } from './json-slices.ts';

const salaries = (length: number) =>
  Array.from({ length }, (_, at) => ({ salario: at / 100, registros: at % 7 }));

it.each([
  {},
  [1, null, 'dois'],
  { texto: 'aspas " e ç', nada: null, ausente: undefined, dentro: { lista: [1, [2]] }, vazia: [] },
  { lista: [undefined, null, 'três'], antes: 1, depois: salaries(3) },
  { distribuicao: salaries(10_000) },
  { registros: 5, distribuicao: salaries(25_001), metadados: { versao: 1 } },
  {
    selecoes: [
      { a: [1], centavos: salaries(10_001) },
      { centavos: salaries(20_000), b: 2 },
    ],
  },
  salaries(10_001),
])('writes what JSON.stringify writes', async (object) => {
  expect(String(await jsonBytes(object))).toBe(JSON.stringify(object));
});

it('writes at most the given number of items of a list at a time', async () => {
  const value = { id: 0, audit: Array.from({ length: 401 }, (_, id) => ({ id })), records: {} };
  const slices: string[] = [];
  for await (const slice of jsonSlices(value, 200)) slices.push(slice);
  expect(slices.join('')).toBe(JSON.stringify(value));
  expect(slices.map((slice) => slice.split('"id":').length - 1)).toEqual([1, 200, 200, 1, 0]);
});

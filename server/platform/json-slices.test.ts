import { expect, it } from 'vitest';
import { jsonBytes } from './json-slices.ts';

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

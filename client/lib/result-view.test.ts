import { expect, test } from 'vitest';
import { readResultView, writeResultView } from './result-view.ts';

test.each([
  [{}, {}],
  [{ salario: '2350', aba: 'lugares', ver: 'calculo' }, undefined],
  [{ salario: '2350,5' }, undefined],
  [{ salario: '2.350,50' }, { salario: '2350,5' }],
  [{ salario: 'muito', aba: 'x', ver: 'toString', uf: 'SP' }, {}],
  [{ salario: '0', aba: 'distribuicao' }, {}],
  [{ fora: ['paulista', 'feliz'] }, undefined],
  [{ fora: 'paulista' }, { fora: ['paulista'] }],
])('%o is read and written again', (state, written) => {
  expect(writeResultView(readResultView(state))).toEqual(written ?? state);
});

test('a salary is read in centavos', () => {
  expect(readResultView({ salario: '2.350,55' }).salary).toBe(235_055);
});

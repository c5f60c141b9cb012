import { expect, test } from 'vitest';
import { bridgeText } from './hours-bridge.ts';

test('names both medians and why they differ, and nothing where they are equal', () => {
  expect(bridgeText({ search: 176_000, payroll: 209_525 })?.replaceAll('\u00a0', ' ')).toBe(
    'Em Pesquisar, a mediana é R$ 1.760,00 e conta todas as jornadas, pelo salário declarado. Em Minha folha, a mediana é R$ 2.095,25 e conta só contratos de 40 horas ou mais, sem aprendizes, com cada salário ajustado para 44 horas.',
  );
  expect(bridgeText({ search: 176_000, payroll: 176_000 })).toBeNull();
});

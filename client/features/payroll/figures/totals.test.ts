import { expect, test } from 'vitest';
import { samplePerson } from '../../../../tests/support/sample-person.ts';
import { withRanks } from '../../../../shared/statistics/percentile.ts';
import { ReferenceAmounts, type PlacedPerson } from '../market/placed-people.ts';
import { PayrollWords } from '../market/payroll-words.ts';
import { noneBelowText, totalGroups, totalOf, totalsBy, totalsTable } from './totals.ts';

const textOf = (placed: number) =>
  noneBelowText({ people: 39, placed }, 'do piso').replaceAll('\u00a0', ' ');

test('that no one is below a reference is stated of the compared people alone', () => {
  expect(textOf(39)).toBe('Ninguém ganha abaixo do piso.');
  expect(textOf(28)).toBe('De 28 pessoas comparadas, nenhuma ganha abaixo do piso.');
  expect(textOf(0)).toBe('Nenhuma pessoa foi comparada.');
});

test('people without a market have no cost beside those who would cost nothing', () => {
  const total = {
    name: 'x',
    people: 2,
    payroll: 900_000,
    plausiblePayroll: 900_000,
    below: 0,
    cost: 0,
  };
  const { rows } = totalsTable(
    [
      { ...total, placed: 0, ratio: null },
      { ...total, placed: 2, ratio: 1570 },
    ],
    'Ocupação',
    'P50',
  );
  expect(rows).toEqual([
    ['x', 2, 0, 9000, null, null, null],
    ['x', 2, 2, 9000, 157, 0, 0],
  ]);
});

const cell = {
  key: '521110 BR',
  scope: 'ocupacao',
  place: 'brasil',
  code: '521110',
  placeCode: '',
  distribution: withRanks({ centavos: [200_000], counts: [50] }),
  designEffect: 1,
} as const;
const placed = (
  centavos: number,
  more: Partial<PlacedPerson> = {},
  own: Partial<Pick<PlacedPerson['person'], 'sex' | 'area'>> = {},
) => samplePerson({ row: centavos, centavos, ...own }, { cell, ...more });
const amounts = new ReferenceAmounts(
  { kind: 'percentil', tenThousandths: 5000 },
  { from: 50_000, to: 20_000_000 },
);

test('the totals of a group: pay, market, ratio and cost', () => {
  const people = [
    placed(150_000),
    placed(200_000),
    placed(350_000),
    placed(300_000, { cell: null }),
    placed(49_999),
  ];
  // Of the three that are compared: 7.000,00 of 6.000,00 are 116,667 %; the first costs 500,00.
  const total = totalOf('x', people, amounts);
  expect(total).toEqual({
    name: 'x',
    people: 5,
    placed: 3,
    payroll: 1_049_999,
    plausiblePayroll: 1_000_000,
    ratio: 1167,
    below: 1,
    cost: 50_000,
  });
  expect(totalsTable([total], 'Área', 'P50').rows).toEqual([['x', 5, 3, 10_499.99, 116.7, 1, 500]]);
  expect(totalsTable([total], 'Área', null).rows).toEqual([['x', 5, 3, 10_499.99]]);
  expect(totalOf('x', people.slice(3), amounts).ratio).toBeNull();
});

test('groups by area, sex and occupation, the largest payroll first and equal ones by name', () => {
  const words = new PayrollWords({
    nomes: [],
    familias: {},
    municipios: [],
    regioes: [],
    frequencias: {},
  });
  const { area, sexo, ocupacao } = totalGroups(words);
  const people = [
    placed(100_000, {}, { area: 'Vendas', sex: 'M' }),
    placed(200_000, { code: null, confidence: 'nenhuma' }, { sex: 'F' }),
    placed(100_000, { code: null, confidence: 'nenhuma' }, { area: 'Caixas' }),
    placed(300_000, {}, { area: 'Loja', sex: 'F' }),
  ];
  const named = (group: typeof area) =>
    totalsBy(people, amounts, group.nameOf).map(({ name, payroll }) => [name, payroll]);
  expect(named(area)).toEqual([
    ['Loja', 300_000],
    ['Sem área', 200_000],
    ['Caixas', 100_000],
    ['Vendas', 100_000],
  ]);
  expect(named(sexo)).toEqual([
    ['Mulheres', 500_000],
    ['Homens', 100_000],
    ['Não informado', 100_000],
  ]);
  expect(named(ocupacao)[1]).toEqual(['Ocupação não encontrada', 300_000]);
});

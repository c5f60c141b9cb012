import { expect, test } from 'vitest';
import { complete, partial } from '../../../../tests/support/sample-completeness.ts';
import { samplePerson } from '../../../../tests/support/sample-person.ts';
import { withRanks } from '../../../../shared/statistics/percentile.ts';
import type { FoundCell } from './market-ladder.ts';
import { ReferenceAmounts, type PlacedPerson } from './placed-people.ts';
import {
  cellQualities,
  hoursText,
  notMonthlyText,
  ofMarket,
  ofReference,
  PayrollWords,
  percentileText,
  ratioText,
  referenceText,
  toReference,
} from './payroll-words.ts';
import { midRank } from './position.ts';

const words = new PayrollWords({
  nomes: [
    ['521110', 'Vendedor de comércio varejista', true],
    ['521110', 'Vendedor', false],
  ],
  familias: { '5211': 'Operadores do comércio' },
  municipios: [['350950', 'Campinas', 'SP', '350038']],
  regioes: [],
  frequencias: {},
});

const cell: FoundCell = {
  key: '5211 SP',
  scope: 'familia',
  place: 'uf',
  code: '5211',
  placeCode: 'SP',
  distribution: withRanks({
    centavos: Array.from({ length: 400 }, (_, at) => 200_000 + 100 * at),
    counts: Array<number>(400).fill(1),
  }),
  designEffect: 1,
};

const personIn = (municipality: string | null, uf: string | null) =>
  samplePerson({ municipality, uf }, { cell });

test.each([
  [0, 'P0'],
  [5, 'P0,5'],
  [9.4, 'P0,9'],
  [10, 'P1'],
  [14.9, 'P1'],
  [15, 'P2'],
  [990, 'P99'],
  [990.6, 'P99,1'],
  [1000, 'P100'],
])('%d tenths are %s', (tenths, text) => expect(percentileText(tenths)).toBe(text));

test('only pay below or above all records has a percentile of 0 or 100', () => {
  const market = withRanks({ centavos: [1000, 2000, 3000], counts: [1, 2998, 1] });
  const texts = [999, 1000, 3000, 3001].map((pay) => percentileText(midRank(market, pay) ?? NaN));
  expect(texts).toEqual(['P0', 'P0,1', 'P99,9', 'P100']);
});

test('ratios, hours and references', () => {
  expect(ratioText(950)).toBe('95,0\u00a0%');
  expect(hoursText(3850)).toBe('38,5\u00a0h');
  const references = [
    { kind: 'percentil', tenThousandths: 2500 },
    { kind: 'percentil', tenThousandths: 9950 },
    { kind: 'piso', centavos: 200_000 },
  ] as const;
  expect(references.map(referenceText)).toEqual(['P25', 'P99,5', 'piso']);
  expect(['P25', 'P50'].map(ofReference)).toEqual(['do P25', 'da mediana']);
  expect(['P25', 'P50'].map(toReference)).toEqual(['ao P25', 'à mediana']);
  // A floor in reais belongs to no market.
  expect(['P25', 'P50', 'piso'].map((name) => ofMarket(name, 'do mercado'))).toEqual([
    'do P25 do mercado',
    'da mediana do mercado',
    'do piso',
  ]);
});

test('places, occupations and cells have their names, or the code of an unknown one', () => {
  const place = (municipality: string | null, uf: string | null) =>
    words.place({ municipality, uf });
  expect([
    place('350950', 'SP'),
    place('999999', 'SP'),
    place(null, 'SP'),
    place(null, null),
  ]).toEqual(['Campinas/SP', '999999', 'SP', 'lugar não informado']);
  expect(['521110', '999999'].map((code) => words.occupation(code))).toEqual([
    '521110 Vendedor de comércio varejista',
    '999999',
  ]);
  expect([cell, { ...cell, code: '9999' }].map((one) => words.cell(one))).toEqual([
    'família 5211 Operadores do comércio, SP',
    'família 9999, SP',
  ]);
  const town = {
    scope: 'ocupacao',
    code: '521110',
    place: 'municipio',
    placeCode: '350950',
  } as const;
  expect(words.cell({ ...cell, ...town })).toBe(
    '521110 Vendedor de comércio varejista, Campinas/SP',
  );
});

test('a wider cell names the place or occupation that has few records', () => {
  const widening = (placed: PlacedPerson, relaxed: Partial<FoundCell> = {}) =>
    words.widening({ ...placed, cell: { ...cell, ...relaxed } });
  const [town, state, country] = [
    personIn('350950', 'SP'),
    personIn(null, 'SP'),
    personIn(null, null),
  ];
  const wholeCountry = { place: 'brasil', placeCode: '' } as const;
  expect([
    widening(state),
    widening(state, { scope: 'ocupacao', ...wholeCountry }),
    widening(country, wholeCountry),
  ]).toEqual([
    'Usamos a família da ocupação: menos de 30 registros no estado.',
    'Usamos o Brasil: menos de 30 registros no estado.',
    'Usamos a família da ocupação: menos de 30 registros na ocupação.',
  ]);
  // The narrowest cell that the payroll allows, and no cell.
  expect(widening(state, { scope: 'ocupacao' })).toBeNull();
  expect(widening(country, { scope: 'ocupacao', ...wholeCountry })).toBeNull();
  expect(widening(town, { scope: 'ocupacao', place: 'municipio', placeCode: '350950' })).toBeNull();
  expect(words.widening({ ...state, cell: null })).toBeNull();
});

test('the quality of a cell follows its own median, in reais, and the months of the market', () => {
  const period = { from: '202501', to: '202512' };
  const qualityAt = (latestMonth: string | null) =>
    cellQualities(
      { period, completeness: complete },
      latestMonth,
    )(cell).reasons.map((reason) => reason.replaceAll('\u00a0', ' '));
  expect(qualityAt('202512')).toEqual([
    'A amostra é grande: 400 registros.',
    'O intervalo de 95 % da mediana, de R$ 2.179,00 a R$ 2.220,00, tem a largura de 1,9 % dela: é estreito.',
    'Os dados vão até dez/2025, o último mês.',
  ]);
  expect(qualityAt(null)).toEqual(qualityAt('202512'));
  expect(qualityAt('202602')).not.toEqual(qualityAt('202512'));
});

const paid = (centavos: number) => samplePerson({ centavos }, { cell });

test('salaries of a year or in centavos are remarked on, and a few high ones are not', () => {
  const amounts = new ReferenceAmounts({ kind: 'percentil', tenThousandths: 7500 }, null);
  // The median is 2.199,50: six times it are 13.197,00.
  const [annual, monthly] = [paid(1_319_700), paid(1_319_500)];
  const remark = (placed: readonly PlacedPerson[], completeness = complete) =>
    notMonthlyText({ placed, completeness }, amounts);
  expect(remark([annual, annual, monthly])?.replaceAll('\u00a0', ' ')).toBe(
    'Os salários parecem ser por ano ou em centavos: os de 2 pessoas são 6 vezes a mediana do mercado ou mais. Se são, ponha na planilha os salários por mês, em reais.',
  );
  expect(remark([annual, monthly])).toBeNull();
  expect(remark([samplePerson({}, { cell: null })])).toBeNull();
  expect(remark([annual, annual, monthly], partial)).toBeNull();
});

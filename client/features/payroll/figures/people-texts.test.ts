import { expect, test } from 'vitest';
import { complete } from '../../../../tests/support/sample-completeness.ts';
import { samplePerson } from '../../../../tests/support/sample-person.ts';
import { withRanks } from '../../../../shared/statistics/percentile.ts';
import { cellQualities, PayrollWords } from '../market/payroll-words.ts';
import { ReferenceAmounts, type PlacedPerson } from '../market/placed-people.ts';
import { atMarketHours, midRank, plausiblePay } from '../market/position.ts';
import type { Person } from '../reading/read-people.ts';
import { peopleTexts } from './people-texts.ts';

const plain = (text: unknown) => String(text).replaceAll('\u00a0', ' ');
const words = new PayrollWords({
  nomes: [['521110', 'Vendedor', true]],
  familias: {},
  municipios: [],
  regioes: [],
  frequencias: {},
});
// The median is between 2.000,00 and 2.000,01.
const distribution = withRanks({
  centavos: [100_000, 200_000, 200_001, 300_000],
  counts: [9, 11, 10, 10],
});
const cell = {
  key: '521110 SP',
  scope: 'ocupacao',
  place: 'uf',
  code: '521110',
  placeCode: 'SP',
  distribution,
  designEffect: 1,
} as const;

function placed(own: Partial<Person>, more: Partial<PlacedPerson> = {}): PlacedPerson {
  const { centavos = 150_000, hours = 4400 } = own;
  const equalised = atMarketHours(centavos, hours);
  return samplePerson(
    { title: 'Vendedor', uf: 'SP', ...own, centavos },
    { cell, equalised, percentile: midRank(distribution, equalised), ...more },
  );
}

/** The text and the detail of each column, by its header. */
function textsOf(one: PlacedPerson, comparedWith: string | null = 'P50') {
  const columns = peopleTexts({
    words,
    amounts: new ReferenceAmounts(
      { kind: 'percentil', tenThousandths: 5000 },
      plausiblePay(151_800),
    ),
    comparedWith,
    qualityOf: cellQualities({ period: null, completeness: complete }, '202512'),
  });
  return Object.fromEntries(
    columns.map(({ header, text, detail }) => [
      header,
      [plain(text(one)), plain(detail?.(one) ?? '')],
    ]),
  );
}

test('a person has the distance and the ratio to the reference, for the own hours', () => {
  // P50 is 2.000,005, rounded to 2.000,01; 1.000,01 for 22 hours.
  expect(textsOf(placed({ centavos: 90_000, hours: 2200 }))).toMatchObject({
    Salário: ['R$ 900,00', '22 h; em 44 h, R$ 1.800,00'],
    Percentil: ['P23', ''],
    Mediana: ['R$ 2.000,01', 'em 44 h'],
    'Distância da mediana': ['−R$ 100,01', 'razão 90,0 %'],
  });
  expect(textsOf(placed({ centavos: 250_000 }))).toMatchObject({
    Salário: ['R$ 2.500,00', ''],
    'Distância da mediana': ['+R$ 499,99', 'razão 125,0 %'],
  });
  expect(textsOf(placed({ hasUsualHours: true }))).toMatchObject({
    Salário: ['R$ 1.500,00', '44 h, não informadas'],
  });
});

test('a person has only the columns that exist without a comparison', () => {
  expect(Object.keys(textsOf(placed({}), null))).toEqual([
    'Pessoa',
    'Ocupação e lugar',
    'Salário',
    'Mediana',
    'Mercado',
  ]);
});

test('a person is described by what the payroll has', () => {
  const described = placed({ identification: '17', area: 'Loja', hired: '2020-03-01' });
  expect(textsOf(described)).toMatchObject({
    Pessoa: ['Vendedor', '17 · Loja · desde 01/03/2020'],
    'Ocupação e lugar': ['521110 Vendedor', 'SP'],
  });
  expect(textsOf(placed({ area: 'Loja' }))).toMatchObject({ Pessoa: ['Vendedor', 'Loja'] });
});

test('without a market a person has no figures but the salary, and the reason', () => {
  const nothing = { cell: null, percentile: null } as const;
  expect(textsOf(placed({}, nothing))).toMatchObject({
    Salário: ['R$ 1.500,00', ''],
    Percentil: ['—', ''],
    Mediana: ['—', ''],
    'Distância da mediana': ['—', ''],
    Mercado: ['sem registros suficientes', 'Menos de 5 registros no Brasil.'],
  });
  expect(textsOf(placed({}, { ...nothing, confidence: 'duvidosa' }))).toMatchObject({
    Mercado: ['a confirmar', 'Confirme a ocupação em “Cargos”.'],
  });
  expect(textsOf(placed({}, { ...nothing, code: null, confidence: 'nenhuma' }))).toMatchObject({
    'Ocupação e lugar': ['não encontrada', 'SP'],
  });
});

test('an outlier has the median of the market, and no comparison with it', () => {
  expect(textsOf(placed({ centavos: 1000 }))).toMatchObject({
    Percentil: ['—', ''],
    Mediana: ['R$ 2.000,01', 'em 44 h'],
    'Distância da mediana': ['—', ''],
    Mercado: ['40 registros · qualidade média', '521110 Vendedor, SP'],
  });
});

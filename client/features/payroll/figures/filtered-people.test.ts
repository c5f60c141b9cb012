import { describe, expect, test } from 'vitest';
import { keysOf } from '../../../../shared/codes/keys.ts';
import { complete } from '../../../../tests/support/sample-completeness.ts';
import { samplePerson } from '../../../../tests/support/sample-person.ts';
import { withRanks } from '../../../../shared/statistics/percentile.ts';
import type { Person } from '../reading/read-people.ts';
import type { FoundCell } from '../market/market-ladder.ts';
import { ReferenceAmounts, type PlacedPerson } from '../market/placed-people.ts';
import { cellQualities, PayrollWords } from '../market/payroll-words.ts';
import { atMarketHours, midRank, plausiblePay } from '../market/position.ts';
import { unfiltered, filteredPeople, standings, type PeopleFilter } from './filtered-people.ts';
import { peopleTexts } from './people-texts.ts';
import { totalOf } from './totals.ts';

// 100 records: P25 is 1.518,00, the median 2.000,00, and P75 2.500,00.
const pairs = [
  [151_800, 40],
  [200_000, 30],
  [250_000, 30],
] as const;
const cell: FoundCell = {
  key: '521110 SP',
  scope: 'ocupacao',
  place: 'uf',
  code: '521110',
  placeCode: 'SP',
  distribution: withRanks({
    centavos: pairs.map(([centavos]) => centavos),
    counts: pairs.map(([, records]) => records),
  }),
  designEffect: 1,
};

function personPaid(
  centavos: number,
  { hours = 4400, found = cell }: { hours?: number; found?: FoundCell | null } = {},
): PlacedPerson {
  const equalised = atMarketHours(centavos, hours);
  return samplePerson(
    { row: centavos, title: 'Vendedor', uf: 'SP', centavos, hours },
    { cell: found, equalised, percentile: found && midRank(found.distribution, equalised) },
  );
}

const amountsAt = (tenThousandths: number) =>
  new ReferenceAmounts({ kind: 'percentil', tenThousandths }, plausiblePay(151_800));
const paysIn = (
  standing: PeopleFilter['standing'],
  people: readonly PlacedPerson[],
  amounts = amountsAt(5000),
) =>
  filteredPeople(people, { ...unfiltered, standing }, amounts).map(({ person }) => person.centavos);

describe('the position filter', () => {
  const people = [
    personPaid(10_000), // An outlier: less than 0.3 minimum wages.
    personPaid(75_899, { hours: 2200 }), // One centavo less than P25 in 22 hours.
    personPaid(75_900, { hours: 2200 }),
    personPaid(151_799),
    personPaid(151_800),
    personPaid(199_999),
    personPaid(200_000),
    personPaid(249_999),
    personPaid(250_000),
    personPaid(210_000, { found: null }),
  ];

  test('compares pay with the amounts of the market, as the headline does', () => {
    expect(paysIn('p25', people)).toEqual([75_899, 151_799]);
    expect(paysIn('p50', people)).toEqual([75_900, 151_800, 199_999]);
    expect(paysIn('p75', people)).toEqual([200_000, 249_999]);
    expect(paysIn('p100', people)).toEqual([250_000]);
    expect(paysIn('nenhuma', people)).toEqual([10_000, 210_000]);
    expect(paysIn('todas', people)).toHaveLength(people.length);
    expect(paysIn('p25', people)).toHaveLength(totalOf('Todos', people, amountsAt(2500)).below);
  });

  test('has no percentile for a salary that no market counts', () => {
    const byPercentile = { ...unfiltered, order: 'percentil' } as const;
    const ordered = filteredPeople(people, byPercentile, amountsAt(5000));
    expect(ordered.map(({ person }) => person.centavos).slice(-2)).toEqual([10_000, 210_000]);
    const columns = peopleTexts({
      words: new PayrollWords({
        nomes: [],
        familias: {},
        municipios: [],
        regioes: [],
        frequencias: {},
      }),
      amounts: amountsAt(5000),
      comparedWith: 'P50',
      qualityOf: cellQualities({ period: null, completeness: complete }, null),
    });
    const percentiles = columns.find(({ header }) => header === 'Percentil');
    expect(people.slice(0, 2).map((one) => percentiles?.text(one))).toEqual(['—', 'P0']);
  });

  test('is the same whatever pay is compared with', () => {
    const floor = new ReferenceAmounts({ kind: 'piso', centavos: 1 }, plausiblePay(151_800));
    for (const standing of keysOf(standings)) {
      expect(paysIn(standing, people, floor)).toEqual(paysIn(standing, people));
    }
  });
});

const namedPerson = (own: Partial<Person> & Pick<Person, 'row' | 'centavos'>): PlacedPerson => {
  const placed = personPaid(own.centavos);
  return { ...placed, person: { ...placed.person, ...own } };
};

describe('the other filters and orders', () => {
  // The median of the cell is 2.000,00: the costs are 500,00, 0,00, 200,00 and 500,00.
  const people = [
    namedPerson({
      row: 2,
      centavos: 150_000,
      identification: 'José Ávila',
      area: 'Loja',
      sex: 'M',
    }),
    namedPerson({ row: 3, centavos: 260_000, identification: 'Ana Lima', area: 'Loja', sex: 'F' }),
    namedPerson({
      row: 4,
      centavos: 180_000,
      identification: 'Rui Lima',
      title: 'Caixa',
      sex: null,
    }),
    namedPerson({ row: 5, centavos: 150_000, identification: 'Eva Sá', area: 'Caixas', sex: 'F' }),
  ];
  const rowsOf = (filter: Partial<PeopleFilter>) =>
    filteredPeople(people, { ...unfiltered, ...filter }, amountsAt(5000)).map(
      ({ person }) => person.row,
    );

  test('finds every word in the identification or the job, without accents and case', () => {
    expect(rowsOf({ text: ' JOSE  avila ' })).toEqual([2]);
    expect(rowsOf({ text: 'lima' })).toEqual([3, 4]);
    expect(rowsOf({ text: 'lima caixa' })).toEqual([4]);
    expect(rowsOf({ text: 'lima padeiro' })).toEqual([]);
    expect(rowsOf({ text: ' ' })).toEqual([2, 3, 4, 5]);
  });

  test('filters by area and by sex', () => {
    expect(rowsOf({ area: 'Loja' })).toEqual([2, 3]);
    expect(rowsOf({ sex: 'F' })).toEqual([3, 5]);
    expect(rowsOf({ area: 'Loja', sex: 'F', text: 'lima' })).toEqual([3]);
    expect(rowsOf({ area: 'Loja', sex: 'F', text: 'ávila' })).toEqual([]);
  });

  test('orders by the sheet, pay or cost, and equal people as in the sheet', () => {
    const reversed = people.toReversed();
    const ordered = (order: PeopleFilter['order']) =>
      filteredPeople(reversed, { ...unfiltered, order }, amountsAt(5000)).map(
        ({ person }) => person.row,
      );
    expect(ordered('planilha')).toEqual([2, 3, 4, 5]);
    expect(ordered('salario')).toEqual([3, 4, 2, 5]);
    expect(ordered('custo')).toEqual([2, 5, 4, 3]);
    const uncompared = [...reversed, personPaid(10_000)];
    const byCost = { ...unfiltered, order: 'custo' } as const;
    const last = filteredPeople(uncompared, byCost, amountsAt(5000)).at(-1);
    expect(last?.person.centavos).toBe(10_000);
  });
});

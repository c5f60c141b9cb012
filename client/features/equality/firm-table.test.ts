import { expect, test } from 'vitest';
import type { EqualityRow } from '../../../shared/contracts/equality.ts';
import type { PaidPerson } from '../../../shared/statistics/pay-ratio.ts';
import { cellText } from '../../components/charts/table-data.ts';
import { firmRows, firmTable } from './firm-table.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const paid = (occupation: string, sex: 'F' | 'M', ...reais: number[]): PaidPerson[] =>
  reais.map((salary) => ({ occupation, sex, centavos: salary * 100 }));
const pay = (count: number, reais: number) => ({
  count,
  median: reais,
  medianInterval: { lower: reais - 100, upper: reais + 120 },
  mean: reais,
});
const market = (
  code: string,
  name: string,
  ratio: number | null,
  womensPay = 1800,
): EqualityRow => ({
  code,
  name,
  women: pay(40, womensPay),
  men: pay(60, 2000),
  withheld: ratio === null ? 'mulheres' : null,
  medianRatio: ratio,
  meanRatio: ratio,
  adjusted: null,
});
const answer = {
  whole: market('', 'x', 0.88),
  rows: [
    market('2', 'Ciências', 0.75),
    market('5', 'Serviços', 0.9, 1850),
    market('9', 'Reparo', null),
  ],
};

// In the market a difference of 200 reais is beyond ±√(120² + 100²) = 156, one of 150 is not.
// Group 2: women 1,000 3,000 8,000 (median 3,000, mean 4,000), men 4,000 5,000 6,000 (5,000 and 5,000).
// Group 5: women 1,500 1,500, men 1,500 1,500 1,500: too few women. Group 1: one man.
// All: women 1,000 1,500 1,500 3,000 8,000 (median 1,500, mean 3,000); men 1,500 1,500 1,500 4,000 5,000 6,000 10,500
// (median 4,000, mean 30,000 / 7).
const people = [
  ...paid('212405', 'F', 8000, 1000),
  ...paid('225125', 'F', 3000),
  ...paid('212405', 'M', 6000, 4000, 5000),
  ...paid('521110', 'F', 1500, 1500),
  ...paid('521110', 'M', 1500, 1500, 1500),
  ...paid('142105', 'M', 10_500),
];

const resultOf = (list: readonly PaidPerson[], of = answer) => {
  const { columns, rows } = firmTable(firmRows(list, of));
  return rows.map((row) =>
    row.map((value, index) => plain(cellText(value, columns[index]?.format ?? 'text'))),
  );
};

test('the table of a small payroll equals figures worked out by hand', () => {
  expect(resultOf(people)).toEqual([
    [
      '1 · sem admissões com estes filtros',
      '0',
      '1',
      '—',
      '—',
      '0',
      '0',
      '—',
      '—',
      '—',
      'Sem comparação: menos de 3 mulheres e de 3 homens.',
      'Sem comparação: menos de 5 mulheres e de 5 homens.',
    ],
    ['2 · Ciências', '3', '3', '60,0 %', '80,0 %', '40', '60', '75,0 %', '—', '75,0 %', '—', '—'],
    [
      '5 · Serviços',
      '2',
      '3',
      '—',
      '—',
      '40',
      '60',
      '90,0 %',
      'pode ser acaso',
      '90,0 %',
      'Sem comparação: menos de 3 mulheres.',
      '—',
    ],
    [
      '9 · Reparo',
      '0',
      '0',
      '—',
      '—',
      '40',
      '60',
      '—',
      '—',
      '—',
      'Sem comparação: menos de 3 mulheres e de 3 homens.',
      'Sem comparação: menos de 5 mulheres.',
    ],
    [
      'Todas as ocupações',
      '5',
      '7',
      '37,5 %',
      '70,0 %',
      '40',
      '60',
      '88,0 %',
      '—',
      '88,0 %',
      '—',
      '—',
    ],
  ]);
});

test('the rows below a group count only the people of that group', () => {
  const below = {
    whole: market('2', 'Ciências', 0.75),
    rows: [market('212', 'Exatas', 0.8)],
  };
  expect(firmRows(people, below).map(({ label, firm }) => [label, firm?.women.count])).toEqual([
    ['212 · Exatas', 2],
    ['225 · sem admissões com estes filtros', 1],
    ['2 · Ciências', 3],
  ]);
  const occupation = { whole: market('212405', 'Analista', 0.8), rows: [] };
  expect(firmRows(people, occupation).map(({ label, firm }) => [label, firm?.men.count])).toEqual([
    ['212405 · Analista', 3],
  ]);
});

const ratios = (list: readonly PaidPerson[]) =>
  firmRows(list, answer).map(({ firm }) => [firm?.ratio.median, firm?.ratio.mean]);
const inverse = (ratio: number | null | undefined) => (ratio == null ? ratio : 1 / ratio);

test('with the sexes swapped every ratio is the reciprocal', () => {
  const swapped = people.map(
    (person) => ({ ...person, sex: person.sex === 'F' ? 'M' : 'F' }) as const,
  );
  const own = ratios(people);
  expect(own.flat().filter((ratio) => typeof ratio === 'number')).toHaveLength(4);
  for (const [index, pair] of ratios(swapped).entries()) {
    for (const [at, ratio] of pair.entries()) {
      const expected = inverse(own[index]?.[at]);
      if (expected == null) expect(ratio).toBe(expected);
      else expect(ratio).toBeCloseTo(expected, 6);
    }
  }
});

import { expect, test } from 'vitest';
import { figures, samplePanels } from '../../tests/support/sample-panels.ts';
import type { Panels } from '../contracts/panels.ts';
import { decidingSentences } from './deciding-sentences.ts';

const statistics = {
  ...figures(450, 2100),
  min: 1500,
  max: 9000,
  p10: 1600,
  p90: 3000,
  standardDeviation: 300,
};
const capital = { uf: 'SP', municipios: ['355030'] };

function told(
  changed: Partial<Panels> = {},
  asked: Parameters<typeof decidingSentences>[1] = capital,
  own: Partial<typeof statistics> = {},
): string[] {
  const panels = { ...samplePanels, ...changed };
  return decidingSentences(
    { statistics: { ...statistics, ...own }, panels },
    asked,
    'São Paulo',
  ).map(({ text, isFinding }) => `${isFinding ? '' : '– '}${text.replaceAll('\u00a0', ' ')}`);
}

const genders = (women: number) => [
  { genero: 'M' as const, ...figures(500, 2000) },
  { genero: 'F' as const, ...figures(women, 1800) },
];

const year = (count: number) => ({
  ...samplePanels.trend,
  months: samplePanels.trend.months.map((month) => ({
    ...month,
    count: month.isAsked ? month.count : count,
  })),
});

test('this place against its state and the country, women against men, twelve months', () => {
  expect(told()).toEqual([
    // 2100 over 2000 and over 1900; each interval reaches 20 to both sides, and √(20² + 20²) is below 100.
    'São Paulo: mediana 5,0 % acima da de São Paulo e 10,5 % acima da do Brasil.',
    'A mediana das mulheres é R$ 200,00 (10,0 %) menor que a dos homens.',
    // 1890 over 1800 · 1.05.
    'Em junho de 2026, o mesmo que um ano antes, descontada a inflação.',
  ]);
});

test('a state is told against the country alone, and the country by its states', () => {
  expect(told({}, { uf: 'SP' })[0]).toBe('São Paulo: mediana 10,5 % acima da do Brasil.');
  expect(told({}, {})[0]).toBe(
    'Entre os estados, a mediana vai de R$ 1.600,00 (Bahia) a R$ 2.500,00 (Distrito Federal).',
  );
});

test('a difference that may be chance says so', () => {
  // 28 is within √(20² + 20²) = 28.3.
  const country = figures(863, 2072);
  expect(told({ regional: { ...samplePanels.regional, country } }, { uf: 'SP' })[0]).toBe(
    'São Paulo: mediana 1,4 % acima da do Brasil (pode ser acaso).',
  );
  const gap = { ...samplePanels.gender.gap, interval: { lower: -410, upper: 10 } };
  expect(told({ gender: { ...samplePanels.gender, gap } })[1]).toMatch(/ \(pode ser acaso\)\.$/);
  const months = samplePanels.trend.months.map((month) => ({ ...month, realFactor: 1 }));
  expect(told({ trend: { ...samplePanels.trend, months } })[2]).toBe(
    'Em junho de 2026, 5,0 % a mais que um ano antes, descontada a inflação.',
  );
  const narrow = months.map((month) =>
    month.withheld === null ? { ...month, medianInterval: { lower: 1700, upper: 2000 } } : month,
  );
  expect(told({ trend: { ...samplePanels.trend, months: narrow } })[2]).toMatch(/acaso\)\.$/);
});

test('from fewer than thirty records on a side no sentence is made', () => {
  expect(told({}, capital, { count: 29 })[0]).toMatch(/^– .+poucos registros/);
  expect(told({}, capital, { count: 30 })[0]).toMatch(/^São Paulo: mediana/);
  const { gap } = samplePanels.gender;
  expect(told({ gender: { gap, genders: genders(29) } })[1]).toMatch(/^– .+poucos registros/);
  expect(told({ gender: { gap, genders: genders(30) } })[1]).toMatch(/^A mediana/);
  expect(told({ trend: year(29) })[2]).toMatch(/^– .+poucos registros/);
  expect(told({ trend: year(30) })[2]).toMatch(/^Em junho/);
  expect(decidingSentences({ statistics, panels: null }, capital, '')).toEqual([]);
});

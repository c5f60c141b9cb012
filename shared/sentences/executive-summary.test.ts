import { expect, test } from 'vitest';
import { complete, partial } from '../../tests/support/sample-completeness.ts';
import { figures, samplePanels } from '../../tests/support/sample-panels.ts';
import { executiveSummary, type SummarisedAnswer } from './executive-summary.ts';
import type { Panels } from '../contracts/panels.ts';

const method: SummarisedAnswer['method'] = {
  rule: 'mte',
  ruleLabel: '',
  ruleDescription: '',
  series: 'ajustada',
  movement: 'admissao',
  period: { from: '202507', to: '202606' },
  completeness: complete,
  structure: 'lines',
  designEffect: 1,
  release: null,
  funnel: [],
  minimumWage: { month: '202606', centavos: 162_100 },
};
const statistics: SummarisedAnswer['statistics'] = {
  count: 1000,
  average: 2200,
  median: 2000,
  min: 1500,
  max: 9000,
  p10: 1600,
  p25: 1700,
  p75: 2600,
  p90: 3000,
  standardDeviation: 300,
  medianInterval: { lower: 1980, upper: 2030 },
};
// 400 records at the minimum wage, 600 at 300 other salaries.
const distribution = {
  centavos: [162_100, ...Array.from({ length: 300 }, (_, index) => 200_000 + index)],
  counts: [400, ...Array.from({ length: 300 }, () => 2)],
};
const answer: SummarisedAnswer = { statistics, distribution, method, panels: samplePanels };
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const textOf = (changed: Partial<SummarisedAnswer>) =>
  executiveSummary({ ...answer, ...changed }, { latestMonth: '202606' }).map(
    ({ panel, text }) => `${panel}: ${plain(text)}`,
  );
const summaryLines = (changed: Partial<Panels>, start: string) =>
  textOf({ panels: { ...samplePanels, ...changed } }).filter((text) => text.startsWith(start));

test('states each part of an answer with its panel', () => {
  expect(textOf({})).toEqual([
    'distribution: Metade dos 1.000 registros de jul/2025 a jun/2026 ganha até R$ 2.000,00 (mediana); o intervalo de 95 % vai de R$ 1.980,00 a R$ 2.030,00.',
    'quartiles: A metade central ganha de R$ 1.700,00 a R$ 2.600,00.',
    'distribution: A média é R$ 2.200,00, 10,0 % acima da mediana: os salários mais altos a puxam para cima.',
    'regional: São Paulo tem a 2ª maior mediana entre os 3 estados comparáveis: R$ 2.000,00, 5,3 % acima dos R$ 1.900,00 do Brasil.',
    // 1890 over 1800 is 5 %; over 1800 · 1.05, nothing.
    'trend: Em junho de 2026, a mediana foi R$ 1.890,00: 5,0 % a mais que em jun/2025, em valores nominais, e praticamente o mesmo que em jun/2025, descontada a inflação (INPC).',
    'companySize: Por porte da empresa, a maior mediana é a das grandes empresas, R$ 2.300,00, e a menor, a das microempresas, R$ 1.700,00.',
    'demographic: A mediana das mulheres é R$ 200,00 (10,0 %) menor que a dos homens (intervalo de 95 % da diferença: −R$ 260,50 a −R$ 139,50). Compara grupos, não pessoas em funções iguais.',
    'demographic: A escolaridade mais comum é Médio Completo, com 80,0 % dos registros e mediana de R$ 1.800,00; a maior mediana de 2 comparadas é a de Superior Completo, R$ 3.200,00.',
    'demographic: As faixas etárias mais comuns são 18 a 25 anos (40,0 %), 26 a 35 anos (35,0 %) e 36 a 45 anos (15,0 %).',
    'distribution: O salário mínimo, R$ 1.621,00, é o salário de 40,0 % dos registros.',
    'distribution: Qualidade da amostra: alta. A amostra é grande: 1.000 registros. O intervalo de 95 % da mediana, de R$ 1.980,00 a R$ 2.030,00, tem a largura de 2,5 % dela: é estreito. Os dados vão até jun/2026, o último mês.',
  ]);
});

test('a small sample is worded as an indication', () => {
  const small = textOf({ statistics: { ...statistics, count: 29 }, panels: null });
  expect(small[0]).toBe(
    'distribution: A pesquisa encontrou só 29 registros de jul/2025 a jun/2026: tome a mediana, R$ 2.000,00, como indicação; o intervalo de 95 % vai de R$ 1.980,00 a R$ 2.030,00.',
  );
  expect(small.filter((text) => /metade central|A média/.test(text))).toEqual([]);
});

test('below five records no statistic is shown', () => {
  const none = { centavos: [], counts: [] };
  expect(
    textOf({ statistics: { ...statistics, count: 4 }, distribution: none, panels: null }),
  ).toEqual([
    'distribution: A pesquisa encontrou só 4 registros de jul/2025 a jun/2026: são poucos para uma estatística.',
    'distribution: Qualidade da amostra: insuficiente. Há só 4 registros: abaixo de 5 não há estatística.',
  ]);
  const nothing = { ...statistics, count: 0, median: null };
  expect(textOf({ statistics: nothing, distribution: none, panels: null })).toEqual([]);
});

test('what has no data has no sentence', () => {
  const { regional, trend, gender, age } = samplePanels;
  expect(summaryLines({ regional: { ...regional, municipalities: null } }, 'regional')).toEqual([]);
  expect(summaryLines({ trend: { ...trend, months: trend.months.slice(1) } }, 'trend')).toEqual([]);
  expect(
    summaryLines(
      { companySize: { isComparable: true, designEffect: 1, sizes: [] } },
      'companySize',
    ),
  ).toEqual([]);
  // The panel names the lowest of all; here a size with few records is not compared with the others.
  const sizes = [
    ...samplePanels.companySize.sizes,
    { porte: 'MEDIA', ...figures(15, 1400) } as const,
  ];
  expect(
    summaryLines({ companySize: { isComparable: true, designEffect: 1, sizes } }, 'companySize'),
  ).toEqual([
    'companySize: Por porte da empresa, entre os 2 que têm registros suficientes, a maior mediana é a das grandes empresas, R$ 2.300,00, e a menor, a das microempresas, R$ 1.700,00.',
  ]);
  const withoutWomen = {
    gender: { ...gender, gap: null },
    schooling: { isComparable: true, designEffect: 1, groups: [] },
    age: { ...age, bands: age.bands.map((band) => ({ ...band, count: 0 })) },
  };
  expect(summaryLines(withoutWomen, 'demographic')).toEqual([]);
  expect(
    textOf({ distribution: { centavos: [1], counts: [1000] } }).filter((text) =>
      /piso|mínimo/.test(text),
    ),
  ).toEqual([]);
});

const gendersOf = (women: number): Panels['gender']['genders'] => [
  { genero: 'M', ...figures(30, 2000) },
  { genero: 'F', ...figures(women, 1800) },
];

test('a gap that may be chance is worded so, and one of few records is not stated', () => {
  const { gender } = samplePanels;
  const gap = { ...gender.gap, difference: 10, percent: 0.5, interval: { lower: -5, upper: 25 } };
  const start = 'demographic: A mediana';
  expect(
    summaryLines(
      { gender: { isComparable: true, designEffect: 1, genders: gendersOf(30), gap } },
      start,
    ),
  ).toEqual([
    'demographic: A mediana das mulheres é R$ 10,00 (0,5 %) maior que a dos homens (intervalo de 95 % da diferença: −R$ 5,00 a +R$ 25,00). O intervalo contém o zero: a diferença pode ser do acaso. Compara grupos, não pessoas em funções iguais.',
  ]);
  expect(
    summaryLines(
      { gender: { isComparable: true, designEffect: 1, genders: gendersOf(29), gap } },
      start,
    ),
  ).toEqual([]);
});

const bands = (count: number): Panels['age'] => ({
  isComparable: true,
  designEffect: 1,
  bands: [{ faixa: '18-25', ...figures(count, 1700) }],
  outside: 0,
});

test('age bands are stated for 30 records or more', () => {
  const start = 'demographic: A faixa';
  expect(summaryLines({ age: bands(30) }, start)).toEqual([
    'demographic: A faixa etária mais comum é 18 a 25 anos (100,0 %).',
  ]);
  expect(summaryLines({ age: bands(29) }, start)).toEqual([]);
});

test('another salary of many records may be a floor', () => {
  const [spike] = textOf({ method: { ...method, minimumWage: null } }).filter((text) =>
    text.includes('Um só valor'),
  );
  expect(spike).toBe(
    'distribution: Um só valor, R$ 1.621,00, é o salário de 40,0 % dos registros: pode ser um piso ou um salário mínimo anterior.',
  );
});

const schooling = (count: number): Panels['schooling'] => ({
  isComparable: true,
  designEffect: 1,
  groups: [{ escolaridade: '5', nome: 'Médio Completo', ...figures(count, 1800, 60) }],
});

test('states, months and schooling of fewer than 30 records are not stated', () => {
  const { regional, trend } = samplePanels;
  const few = (count: number) => ({
    states: regional.states.map((state) => ({ ...state, count })),
    months: trend.months.map((month, index) => (index === 0 ? { ...month, count } : month)),
  });
  const start = 'demographic: A escolaridade';
  for (const [count, sentences] of [
    [30, 1],
    [29, 0],
  ] as const) {
    const { states, months } = few(count);
    expect(summaryLines({ regional: { ...regional, states } }, 'regional')).toHaveLength(sentences);
    expect(summaryLines({ trend: { ...trend, months } }, 'trend')).toHaveLength(sentences);
    expect(summaryLines({ schooling: schooling(count) }, start)).toHaveLength(sentences);
  }
});

test('there is no summary of incomplete data', () => {
  expect(textOf({})).not.toEqual([]);
  expect(textOf({ method: { ...method, completeness: partial } })).toEqual([]);
});

test('a year before without its main file is held against nothing', () => {
  const { trend } = samplePanels;
  const months = trend.months.map((month, index) =>
    index === 0 ? { ...month, isComparable: false } : month,
  );
  expect(summaryLines({ trend }, 'trend')).toHaveLength(1);
  expect(summaryLines({ trend: { ...trend, months } }, 'trend')).toEqual([]);
});

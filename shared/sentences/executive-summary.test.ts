import { expect, test } from 'vitest';
import { complete, partial } from '../../tests/support/sample-completeness.ts';
import { figures, noFigures, samplePanels } from '../../tests/support/sample-panels.ts';
import {
  executiveSummary,
  meanText,
  statisticsSentences,
  type SummarisedAnswer,
} from './executive-summary.ts';
import { unknownSchooling } from '../codes/codes.ts';
import type { Panels } from '../contracts/panels.ts';
import type { AnswerHistogram } from '../contracts/search.ts';
import { spikesOf, type Spike } from '../statistics/heaping.ts';

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
const answer: SummarisedAnswer = {
  statistics,
  histogram: histogramWith(spikesOf(distribution, 162_100)),
  method,
  panels: samplePanels,
};

function histogramWith(spikes: Spike[]): AnswerHistogram {
  const medianRank = { below: 400, upTo: 402 };
  return {
    from: 160_000,
    width: 10_000,
    counts: [400, 600],
    below: 0,
    above: 0,
    spikes,
    medianRank,
  };
}

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const textOf = (changed: Partial<SummarisedAnswer>) =>
  executiveSummary({ ...answer, ...changed }, {}).map(
    ({ panel, text }) => `${panel}: ${plain(text)}`,
  );
const summaryLines = (changed: Partial<Panels>, start: string) =>
  textOf({ panels: { ...samplePanels, ...changed } }).filter((text) => text.startsWith(start));

test('says in five sentences what the first screen does not', () => {
  expect(textOf({})).toEqual([
    'distribution: Intervalo de 95 % da mediana: R$ 1.980,00 a R$ 2.030,00.',
    'distribution: 40,0 % dos registros têm exatamente o salário mínimo de jun/2026, R$ 1.621,00.',
    'companySize: Por porte da empresa, a maior mediana é a das grandes empresas, R$ 2.300,00, e a menor, a das microempresas, R$ 1.700,00.',
    'demographic: A escolaridade mais comum é Médio Completo, com 80,0 % dos registros e mediana de R$ 1.800,00; a maior mediana de 2 comparadas é a de Superior Completo, R$ 3.200,00.',
    'demographic: As faixas etárias mais comuns são 18 a 25 anos (40,0 % dos registros), 26 a 35 anos (35,0 %) e 36 a 45 anos (15,0 %).',
  ]);
});

test('a sentence about groups that the query excludes says that it lacks the filter', () => {
  const filters = { porte: 'MICRO', nivelEscolaridade: 'medio', faixaEtaria: '55+' } as const;
  expect(
    executiveSummary(answer, filters)
      .slice(2)
      .map(({ text }) => plain(text)),
  ).toEqual([
    'Sem o filtro de porte, por porte da empresa, a maior mediana é a das grandes empresas, R$ 2.300,00, e a menor, a das microempresas, R$ 1.700,00.',
    'Sem o filtro de escolaridade, a escolaridade mais comum é Médio Completo, com 80,0 % dos registros e mediana de R$ 1.800,00; a maior mediana de 2 comparadas é a de Superior Completo, R$ 3.200,00.',
    'Sem o filtro de faixa etária, as faixas etárias mais comuns são 18 a 25 anos (40,0 % dos registros), 26 a 35 anos (35,0 %) e 36 a 45 anos (15,0 %).',
  ]);
});

test('a small sample is worded as such', () => {
  const small = textOf({ statistics: { ...statistics, count: 29 }, panels: null });
  expect(small[0]).toBe(
    'distribution: Amostra pequena: use com cautela. Intervalo de 95 % da mediana: R$ 1.980,00 a R$ 2.030,00.',
  );
});

test('five records, which have no interval, are only said to be few', () => {
  const few = { ...statistics, count: 5, medianInterval: null };
  expect(textOf({ statistics: few, histogram: null, panels: null })).toEqual([
    'distribution: Amostra pequena: use com cautela.',
  ]);
});

test('an interval of a single value says why it means little', () => {
  const [first] = textOf({
    statistics: { ...statistics, medianInterval: { lower: 2000, upper: 2000 } },
  });
  expect(first).toBe(
    'distribution: O intervalo de 95 % da mediana é pouco informativo: há muitos salários iguais a R$ 2.000,00.',
  );
});

test('below five records no statistic is shown', () => {
  for (const count of [4, 0]) {
    expect(textOf({ statistics: { ...statistics, count }, histogram: null, panels: null })).toEqual(
      [],
    );
  }
});

test('what has no data has no sentence', () => {
  const { age } = samplePanels;
  expect(
    summaryLines(
      { companySize: { isComparable: true, designEffect: 1, sizes: [] } },
      'companySize',
    ),
  ).toEqual([]);
  // The panel names the lowest of all; here a size with few records, or without figures, is not compared.
  const omitted = { count: 900, share: 0.3, ...noFigures };
  for (const medium of [figures(15, 1400), omitted]) {
    const sizes = [...samplePanels.companySize.sizes, { porte: 'MEDIA' as const, ...medium }];
    expect(
      summaryLines({ companySize: { isComparable: true, designEffect: 1, sizes } }, 'companySize'),
    ).toEqual([
      'companySize: Por porte da empresa, entre os 2 comparados, a maior mediana é a das grandes empresas, R$ 2.300,00, e a menor, a das microempresas, R$ 1.700,00.',
    ]);
  }
  const withoutWomen = {
    schooling: { isComparable: true, designEffect: 1, groups: [] },
    age: { ...age, bands: age.bands.map((band) => ({ ...band, count: 0 })) },
  };
  expect(summaryLines(withoutWomen, 'demographic')).toEqual([]);
  expect(
    textOf({ histogram: histogramWith([]) }).filter((text) => /piso|mínimo/.test(text)),
  ).toEqual([]);
});

const bands = (count: number): Panels['age'] => ({
  isComparable: true,
  designEffect: 1,
  bands: [{ faixa: '18-25', ...figures(count, 1700, 100) }],
  outside: 100 - count,
});

test('age bands are stated for 30 records or more, as shares of all records', () => {
  const start = 'demographic: A faixa';
  expect(summaryLines({ age: bands(30) }, start)).toEqual([
    'demographic: A faixa etária mais comum é 18 a 25 anos (30,0 % dos registros).',
  ]);
  expect(summaryLines({ age: bands(29) }, start)).toEqual([]);
  // 59 records of hires in blocks are 29.5 independent ones, 60 are 30.
  const inBlocks = [59, 60].map((count) => ({ ...bands(count), designEffect: 2 }));
  expect(inBlocks.map((age) => summaryLines({ age }, start).length)).toEqual([0, 1]);
});

test('another salary of many records may be a floor, and an earlier minimum wage if it is lower', () => {
  const histogram = histogramWith(spikesOf(distribution, null));
  const spikeUnder = (centavos: number, month = '202606') =>
    textOf({
      histogram,
      method: { ...method, minimumWage: { month, centavos } },
    }).filter((text) => text.includes('o mesmo salário'));
  const start = 'distribution: 40,0 % dos registros têm o mesmo salário, R$ 1.621,00: pode ser';
  expect(spikeUnder(170_000)).toEqual([`${start} um piso ou um salário mínimo anterior.`]);
  expect(spikeUnder(162_000)).toEqual([`${start} um piso.`]);
  // The minimum wage of the period's last month is not imported yet.
  expect(spikeUnder(162_000, '202512')).toEqual([`${start} um piso ou o novo salário mínimo.`]);
});

const schooling = (count: number): Panels['schooling'] => ({
  isComparable: true,
  designEffect: 1,
  groups: [{ escolaridade: '5', nome: 'Médio Completo', ...figures(count, 1800, 60) }],
});

test('schooling of fewer than 30 records is not stated', () => {
  const start = 'demographic: A escolaridade';
  expect(summaryLines({ schooling: schooling(30) }, start)).toHaveLength(1);
  expect(summaryLines({ schooling: schooling(29) }, start)).toEqual([]);
});

test('companies of unknown size are not compared', () => {
  const { sizes } = samplePanels.companySize;
  const companySize = {
    isComparable: true,
    designEffect: 1,
    sizes: [...sizes, { porte: null, ...figures(400, 9000) }],
  };
  expect(summaryLines({ companySize }, 'companySize')).toEqual(summaryLines({}, 'companySize'));
});

type SchoolingCode = Panels['schooling']['groups'][number]['escolaridade'];

const schoolingSentenceOf = (
  ...groups: [escolaridade: SchoolingCode, count: number, median: number][]
) =>
  summaryLines(
    {
      schooling: {
        isComparable: true,
        designEffect: 1,
        groups: groups.map(([escolaridade, count, median]) => ({
          escolaridade,
          nome: `Grau ${escolaridade}`,
          ...figures(count, median),
        })),
      },
    },
    'demographic: A escolaridade',
  );

test('the most common schooling is the known one of most records, alone where its median is the highest too', () => {
  const start = 'demographic: A escolaridade mais comum é Grau 7, com 40,0 % dos registros';
  expect(
    schoolingSentenceOf(['1', 100, 1500], ['7', 400, 1800], [unknownSchooling, 500, 9000]),
  ).toEqual([`${start} e mediana de R$ 1.800,00.`]);
  expect(schoolingSentenceOf(['7', 400, 1800], ['1', 100, 1500], ['9', 100, 1800])).toEqual([
    `${start} e mediana de R$ 1.800,00.`,
  ]);
});

test('age bands are named by their number of records, and never one without any', () => {
  const age: Panels['age'] = {
    isComparable: true,
    designEffect: 1,
    bands: [
      { faixa: '18-25', ...figures(30, 1700, 100) },
      { faixa: '26-35', ...figures(0, 0, 100) },
      { faixa: '36-45', ...figures(70, 1700, 100) },
    ],
    outside: 0,
  };
  expect(summaryLines({ age }, 'demographic: As faixas')).toEqual([
    'demographic: As faixas etárias mais comuns são 36 a 45 anos (70,0 % dos registros) e 18 a 25 anos (30,0 %).',
  ]);
});

test('the last band begins at 56 years', () => {
  const age = { ...bands(30), bands: [{ faixa: '55+', ...figures(30, 1700, 100) } as const] };
  expect(summaryLines({ age }, 'demographic: A faixa')).toEqual([
    'demographic: A faixa etária mais comum é 56 anos ou mais (30,0 % dos registros).',
  ]);
});

test('there is no summary of incomplete data', () => {
  expect(textOf({})).not.toEqual([]);
  expect(textOf({ method: { ...method, completeness: partial } })).toEqual([]);
});

test('a stored answer has three sentences besides its median, and none for incomplete data', () => {
  expect(statisticsSentences(answer).map(plain)).toEqual([
    'Intervalo de 95 % da mediana: R$ 1.980,00 a R$ 2.030,00.',
    'A média é R$ 2.200,00, 10,0 % acima da mediana.',
    'O menor salário registrado é R$ 1.500,00; o maior, R$ 9.000,00.',
  ]);
  const meansOf = (average: number) =>
    statisticsSentences({ statistics: { ...statistics, average }, method }).map(plain)[1];
  expect(meansOf(2000)).toBe('A média é R$ 2.000,00, igual à mediana.');
  expect(meansOf(2000.01)).toBe('A média é R$ 2.000,01, quase igual à mediana.');
  expect(meansOf(2019.99)).toBe('A média é R$ 2.019,99, quase igual à mediana.');
  expect(meansOf(2030)).toBe('A média é R$ 2.030,00, 1,5 % acima da mediana.');
  expect(meansOf(1990)).toBe('A média é R$ 1.990,00, quase igual à mediana.');
  expect(meansOf(1800)).toBe('A média é R$ 1.800,00, 10,0 % abaixo da mediana.');
  expect(meanText({ average: 10, median: 0 })).toBeUndefined();
  const none = { average: null, median: null, min: null, max: null, medianInterval: null };
  expect(statisticsSentences({ statistics: { ...statistics, count: 4, ...none }, method })).toEqual(
    [],
  );
  const missing = { ...method, completeness: partial };
  expect(statisticsSentences({ statistics, method: missing })).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import { complete, partial } from '../../tests/support/sample-completeness.ts';
import { figures, noFigures, samplePanels } from '../../tests/support/sample-panels.ts';
import type { Panels } from '../contracts/panels.ts';
import type { SearchAnswer } from '../contracts/search.ts';
import { decidingSentences } from './deciding-sentences.ts';

const statistics = {
  ...figures(450, 2100),
  min: 1500,
  max: 9000,
  p10: 1600,
  p90: 3000,
  standardDeviation: 300,
};
const method = { completeness: complete, designEffect: 1 };
const capital = { uf: 'SP', municipios: ['355030'] };

function textOf(
  changed: Partial<Panels> = {},
  requested: Parameters<typeof decidingSentences>[1] = capital,
  own: Partial<SearchAnswer['statistics']> = {},
  designEffect = 1,
): string[] {
  const panels = { ...samplePanels, ...changed };
  return decidingSentences(
    { statistics: { ...statistics, ...own }, panels, method: { ...method, designEffect } },
    requested,
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
    count: month.isRequested ? month.count : count,
  })),
});

test('this place against its state and the country, women against men, twelve months', () => {
  expect(textOf()).toEqual([
    // 2100 over 2000 and over 1900; each interval reaches 20 to both sides, and √(20² + 20²) is below 100.
    'São Paulo: mediana 5,0 % acima da do estado e 10,5 % acima da do Brasil.',
    'A mediana das mulheres é R$ 200,00 (10,0 %) menor que a dos homens.',
    // 1890 over 1800 · 1.05.
    'Em junho de 2026, a mediana foi a mesma de um ano antes, descontada a inflação.',
  ]);
});

const aboutOf = (panels: Panels, designEffect: number) =>
  decidingSentences(
    { statistics, panels, method: { ...method, designEffect } },
    capital,
    'São Paulo',
  ).map(({ about }) => about);

test('each sentence is about a panel of its own, also where it only states a reason', () => {
  const expected = ['place', 'people', 'year'];
  expect(aboutOf(samplePanels, 1)).toEqual(expected);
  // 450 records with a design effect of 100 are 4.5.
  const trend = { ...samplePanels.trend, designEffect: 100 };
  expect(aboutOf({ ...samplePanels, trend }, 100)).toEqual(expected);
});

test('a town or a region of IBGE alone is compared with its state and the country', () => {
  const text = 'São Paulo: mediana 5,0 % acima da do estado e 10,5 % acima da do Brasil.';
  expect(textOf({}, { municipios: ['355030'] })[0]).toBe(text);
  expect(textOf({}, { regiaoIbge: '3510' })[0]).toBe(text);
});

const beside = (median: number) =>
  textOf(
    { regional: { ...samplePanels.regional, country: figures(863, median) } },
    { uf: 'SP' },
  )[0];

test('a place can be below the country, or equal to it', () => {
  // 2,100 over 2,500 is 0.84.
  expect(beside(2500)).toBe('São Paulo: mediana 16,0 % abaixo da do Brasil.');
  expect(beside(2100)).toBe('São Paulo: mediana igual à do Brasil.');
});

test('a median that one salary fills may differ by chance, as in a comparison', () => {
  const medianInterval = { lower: 2090, upper: 2110, heap: 2100 };
  expect(textOf({}, { uf: 'SP' }, { medianInterval })[0]).toBe(
    'São Paulo: mediana 10,5 % acima da do Brasil (pode ser acaso).',
  );
});

test('a suppressed gap of many women and men is not said to be of few', () => {
  const gender = { ...samplePanels.gender, gap: null };
  expect(textOf({ gender })[1]).toBe(
    '– Mulheres e homens: a comparação revelaria um valor omitido.',
  );
});

const womenAhead = (lower: number) => {
  const gap = { ...samplePanels.gender.gap, difference: 200, interval: { lower, upper: 410 } };
  return textOf({ gender: { ...samplePanels.gender, gap: { ...gap, percent: 10 } } })[1];
};

test("a gap in women's favour may be chance only if its interval reaches zero", () => {
  const text = 'A mediana das mulheres é R$ 200,00 (10,0 %) maior que a dos homens';
  expect(womenAhead(0.01)).toBe(`${text}.`);
  expect(womenAhead(0)).toBe(`${text} (pode ser acaso).`);
});

test('a year can lower the median', () => {
  const months = samplePanels.trend.months.map((month) => ({
    ...month,
    real: month.isRequested && month.real ? { ...month.real, median: 1701 } : month.real,
  }));
  // 1,701 over 1,890, the 1,800 of a year before in today's money, is 0.9.
  expect(textOf({ trend: { ...samplePanels.trend, months } })[2]).toMatch(
    /^Em junho de 2026, a mediana foi 10,0 % menor que um ano antes/,
  );
});

const among = (count: number) => `Entre ${count} estados com ao menos 30 registros, a mediana`;

test('states of the same median are all named, or counted, and never said to differ', () => {
  const [first] = samplePanels.regional.states;
  if (first === undefined) throw new Error('There is no state.');
  const states = (medians: readonly number[]) => ({
    regional: {
      ...samplePanels.regional,
      states: medians.map((median, index) => ({
        ...first,
        ...figures(300, median),
        codigo: `E${index}`,
        nome: `Estado ${index}`,
      })),
    },
  });
  expect(textOf(states([1621, 1621, 1621]), {})[0]).toBe(`${among(3)} é a mesma: R$ 1.621,00.`);
  expect(textOf(states([1621, 2600]), {})[0]).toBe(
    `${among(2)} vai de R$ 1.621,00 (Estado 0) a R$ 2.600,00 (Estado 1).`,
  );
  expect(textOf(states([1621, 1621, 2600]), {})[0]).toBe(
    `${among(3)} vai de R$ 1.621,00 (Estado 0 e Estado 1) a R$ 2.600,00 (Estado 2).`,
  );
  expect(textOf(states([1621, 1621, 1621, 2600]), {})[0]).toBe(
    `${among(4)} vai de R$ 1.621,00 (Estado 0, Estado 1 e Estado 2) a R$ 2.600,00 (Estado 3).`,
  );
  expect(textOf(states([1621, 1621, 1621, 1621, 2600]), {})[0]).toBe(
    `${among(5)} vai de R$ 1.621,00 (4 estados) a R$ 2.600,00 (Estado 4).`,
  );
});

test('where the extreme states may differ by chance, only their difference is said to', () => {
  const [first] = samplePanels.regional.states;
  if (first === undefined) throw new Error('There is no state.');
  // The first two, of many records, differ beyond chance; the others are beyond them, with wide intervals.
  const states = [
    [300, 2000, 10],
    [300, 2100, 10],
    [30, 1990, 300],
    [30, 2110, 300],
  ].map(([count = 0, median = 0, reach = 0], index) => {
    const own = figures(count, median);
    if (own.suppressed !== null) throw new Error('The state has too few records.');
    const medianInterval = { lower: median - reach, upper: median + reach };
    return { ...first, ...own, medianInterval, codigo: `E${index}`, nome: `Estado ${index}` };
  });
  expect(textOf({ regional: { ...samplePanels.regional, states } }, {})[0]).toBe(
    '– Entre 4 estados com ao menos 30 registros, a diferença entre a maior e a menor mediana pode ser acaso.',
  );
});

test('a state is compared with the country alone, and the country by its states', () => {
  expect(textOf({}, { uf: 'SP' })[0]).toBe('São Paulo: mediana 10,5 % acima da do Brasil.');
  expect(textOf({}, {})[0]).toBe(
    'Entre 3 estados com ao menos 30 registros, a mediana vai de R$ 1.600,00 (Bahia) a R$ 2.500,00 (Distrito Federal).',
  );
});

test('a region is compared with the country', () => {
  expect(textOf({}, { regiao: '3' })[0]).toBe('São Paulo: mediana 10,5 % acima da do Brasil.');
});

test('one state with enough records is no comparison of states', () => {
  const [, one] = samplePanels.regional.states;
  if (one === undefined) throw new Error('There is no state.');
  const { regional } = samplePanels;
  expect(textOf({ regional: { ...regional, states: [one] } }, {})[0]).toBe(
    '– Estados: poucos registros para comparar.',
  );
});

test('a place of many records beside a suppressed country is not said to have few', () => {
  const country = { ...figures(452, 2100), ...noFigures };
  expect(textOf({ regional: { ...samplePanels.regional, country } }, { uf: 'SP' })[0]).toBe(
    '– São Paulo: a comparação revelaria um valor omitido.',
  );
});

test('a median of a centavo more than a year before is not the same', () => {
  const months = samplePanels.trend.months.map((month) => ({
    ...month,
    real: month.isRequested && month.real ? { ...month.real, median: 1890.01 } : month.real,
  }));
  expect(textOf({ trend: { ...samplePanels.trend, months } })[2]).toBe(
    'Em junho de 2026, a mediana foi < 0,1 % maior que um ano antes, descontada a inflação (pode ser acaso).',
  );
});

test('a difference that may be chance says so', () => {
  // 28 is within √(20² + 20²) = 28.3.
  const country = figures(863, 2072);
  expect(textOf({ regional: { ...samplePanels.regional, country } }, { uf: 'SP' })[0]).toBe(
    'São Paulo: mediana 1,4 % acima da do Brasil (pode ser acaso).',
  );
  for (const upper of [10, 0]) {
    const gap = { ...samplePanels.gender.gap, interval: { lower: -410, upper } };
    const [, people] = textOf({ gender: { ...samplePanels.gender, gap } });
    expect(people).toMatch(/ \(pode ser acaso\)\.$/);
  }
  const peopleOf = (changed: Partial<NonNullable<Panels['gender']['gap']>>) => {
    const gap = { ...samplePanels.gender.gap, ...changed };
    return textOf({ gender: { ...samplePanels.gender, gap } })[1];
  };
  expect(peopleOf({ interval: null })).toMatch(/ \(pode ser acaso\)\.$/);
  expect(peopleOf({ difference: 0, percent: 0, interval: { lower: -10, upper: 10 } })).toBe(
    'A mediana das mulheres é igual à dos homens.',
  );
  const months = samplePanels.trend.months.map((month) => ({
    ...month,
    real: month.suppressed === null ? month : null,
  }));
  expect(textOf({ trend: { ...samplePanels.trend, months } })[2]).toBe(
    'Em junho de 2026, a mediana foi 5,0 % maior que um ano antes, descontada a inflação.',
  );
  // 1890 over 1884: 0.3 %.
  const nearly = months.map((month) => ({
    ...month,
    real: month.real && { ...month.real, median: month.isRequested ? 1890 : 1884 },
  }));
  expect(textOf({ trend: { ...samplePanels.trend, months: nearly } })[2]).toBe(
    'Em junho de 2026, a mediana foi 0,3 % maior que um ano antes, descontada a inflação (pode ser acaso).',
  );
  const narrow = months.map((month) => ({
    ...month,
    real: month.real && { ...month.real, medianInterval: { lower: 1700, upper: 2000 } },
  }));
  expect(textOf({ trend: { ...samplePanels.trend, months: narrow } })[2]).toMatch(/acaso\)\.$/);
});

test('from fewer than thirty records on a side no sentence is made', () => {
  expect(textOf({}, capital, { count: 29 })[0]).toMatch(/^– .+poucos registros/);
  expect(textOf({}, capital, { count: 30 })[0]).toMatch(/^São Paulo: mediana/);
  const { gap } = samplePanels.gender;
  expect(
    textOf({ gender: { isComparable: true, designEffect: 1, gap, genders: genders(29) } })[1],
  ).toMatch(/^– .+poucos registros/);
  expect(
    textOf({ gender: { isComparable: true, designEffect: 1, gap, genders: genders(30) } })[1],
  ).toMatch(/^A mediana/);
  expect(textOf({ trend: year(29) })[2]).toMatch(/^– .+poucos registros/);
  expect(textOf({ trend: year(30) })[2]).toMatch(/^Em junho/);
  expect(textOf({}, capital, { count: 59 }, 2)[0]).toBe(
    '– São Paulo: as contratações de uma empresa vêm em bloco, e os registros equivalem a 29 independentes, menos de 30 para comparar.',
  );
  expect(textOf({}, capital, { count: 60 }, 2)[0]).toMatch(/^São Paulo: mediana/);
  expect(decidingSentences({ statistics, panels: null, method }, capital, '')).toEqual([]);
});

test('of incomplete data there is no sentence', () => {
  const incomplete = { completeness: partial };
  const answer = { statistics, panels: samplePanels, method };
  expect(decidingSentences(answer, capital, '')).toHaveLength(3);
  expect(
    decidingSentences({ ...answer, method: { ...method, ...incomplete } }, capital, ''),
  ).toEqual([]);
});

describe('without a change in twelve months the reason is the true one', () => {
  const { months } = samplePanels.trend;
  const reasonOf = (
    changed: readonly Partial<Panels['trend']['months'][number]>[],
    designEffect = 1,
  ) => {
    const trend = {
      designEffect,
      realMonth: '202606',
      months: changed.map((change) => Object.assign({}, months[2], change)),
    };
    return textOf({ trend })[2];
  };
  const before = { month: '202506', isRequested: false };

  test('months that are not loaded, with how many are needed', () => {
    expect(reasonOf([{}])).toBe('– Mudança em 12 meses: há 1 dos 13 meses necessários.');
    // Fourteen months, and the query has the last twelve: each needs the same month a year before.
    const fourteen = Array.from({ length: 14 }, (_, index) => ({
      month: `${2025 + Math.floor((index + 4) / 12)}${String(((index + 4) % 12) + 1).padStart(2, '0')}`,
      isRequested: index >= 2,
    }));
    expect(reasonOf(fourteen)).toBe('– Mudança em 12 meses: há 14 dos 24 meses necessários.');
    // A query for all months: the first ones have none a year before, and the last twelve need none of them.
    const all = fourteen.map(({ month }) => ({ month }));
    expect(reasonOf(all)).toBe('– Mudança em 12 meses: há 14 dos 24 meses necessários.');
    const twoYears = [2023, 2024].flatMap((calendarYear) =>
      Array.from({ length: 12 }, (_, index) => ({
        month: `${calendarYear}${String(index + 1).padStart(2, '0')}`,
      })),
    );
    expect(reasonOf(twoYears)).toMatch(/^Em dezembro/);
    // For the last month alone thirteen months are enough, unless the month a year before is missing.
    const last = fourteen.map(({ month }) => ({ month, isRequested: month === '202606' }));
    expect(reasonOf(last)).toMatch(/^Em junho/);
    expect(reasonOf(last.filter(({ month }) => month !== '202506'))).toBe(
      '– Mudança em 12 meses: falta o mesmo mês do ano anterior.',
    );
  });

  test('a main file, the price index, or records', () => {
    expect(reasonOf([{ ...before, isComparable: false }, {}])).toBe(
      '– Mudança em 12 meses: falta o arquivo principal (MOV) de um dos dois meses.',
    );
    expect(reasonOf([before, { real: null }])).toBe(
      '– Mudança em 12 meses: falta o INPC de um dos dois meses.',
    );
    expect(reasonOf([before, { count: 29 }])).toBe('– Mudança em 12 meses: poucos registros.');
    expect(reasonOf([before, { count: 59 }], 2)).toBe(
      '– Mudança em 12 meses: as contratações de uma empresa vêm em bloco, e os registros equivalem a 29 independentes, menos de 30.',
    );
    expect(reasonOf([before, { count: 30 }])).toMatch(/^Em junho/);
  });

  test('a suppressed month of many records', () => {
    const hidden = { ...figures(400, 1890), ...noFigures, real: null };
    expect(reasonOf([before, hidden])).toBe(
      '– Mudança em 12 meses: a comparação revelaria um valor omitido.',
    );
  });
});

import { describe, expect, test } from 'vitest';
import { comparedFigures, comparisonWarnings } from './selection-comparison.ts';
import { selectionNames } from '../sentences/comparison-verdict.ts';
import { SearchFilters, type SearchAnswer } from '../contracts/search.ts';
import { statisticsOf } from '../../server/answers/present/statistics.ts';
import { seededRandom, weighted, type Random } from '../../tests/support/random.ts';

const method: SearchAnswer['method'] = {
  rule: 'mte',
  ruleLabel: '',
  ruleDescription: '',
  series: 'ajustada',
  movement: 'admissao',
  period: { from: '202601', to: '202601' },
  completeness: { state: 'complete', months: 1, withoutMov: [] },
  structure: 'lines',
  designEffect: 1,
  release: { number: 1, publishedAt: '2026-02-01T00:00:00.000Z', isSynthetic: false },
  funnel: [],
  minimumWage: null,
};

/** `count` records, one real apart, from `from` reais. */
function answerOf(count: number, from: number) {
  const reais = Array.from({ length: count }, (_, index) => from + index);
  const middle = from + (count - 1) / 2;
  return {
    method,
    distribution: { centavos: reais.map((one) => one * 100), counts: reais.map(() => 1) },
    statistics: {
      count,
      average: middle,
      median: middle,
      min: from,
      max: from + count - 1,
      p10: from,
      p25: from,
      p75: from,
      p90: from,
      standardDeviation: 1,
      medianInterval: { lower: middle - 5, upper: middle + 5 },
    },
  };
}

/** An answer with this median and without an interval. */
function answerOfMedian(median: number) {
  const answer = answerOf(49, 1000);
  return { ...answer, statistics: { ...answer.statistics, median, medianInterval: null } };
}

const latestMonth = '202601';

const differenceOf = (first: number, other: number) =>
  comparedFigures([answerOfMedian(first), answerOfMedian(other)], latestMonth)[1]?.difference;

describe('compared figures', () => {
  test('compare each median with the first, with its interval', () => {
    const [first, other] = comparedFigures([answerOf(49, 1000), answerOf(49, 1100)], latestMonth);
    expect(first?.difference).toBeNull();
    // Both medians are 5 reais from the ends of their intervals: ± √(5² + 5²).
    expect(other?.difference).toMatchObject({
      reais: 100,
      percent: (100 / 1024) * 100,
      interval: { lower: 92.93, upper: 107.07 },
      isBeyondChance: true,
    });
    expect(other?.quality.label).toBe('Média');
  });

  test('are exact to the centavo, without a percentage of a median of zero', () => {
    expect(differenceOf(1000, 1000.29)).toMatchObject({ reais: 0.29, percent: 0.029 });
    expect(differenceOf(0, 1000)).toMatchObject({ reais: 1000, percent: null });
  });

  test('names the heap where a median’s interval has no width, and has no interval of the difference', () => {
    const heaped = answerOf(49, 1000);
    heaped.statistics.medianInterval = { lower: 1024, upper: 1024 };
    const [, other] = comparedFigures([heaped, answerOf(49, 1100)], latestMonth);
    expect(other?.difference).toMatchObject({
      reais: 100,
      interval: null,
      heaps: [1024],
      isBeyondChance: false,
    });
  });

  test('name the heaps in reais where the difference is smaller than their distance', () => {
    const centavos = Array.from({ length: 11 }, (_, at) => 100_000 + 10_000 * at);
    const heaped = {
      ...answerOf(1100, 1000),
      distribution: { centavos, counts: centavos.map(() => 100) },
    };
    heaped.statistics.median = 1500;
    heaped.statistics.medianInterval = { lower: 1499.95, upper: 1500.05 };
    const [, other] = comparedFigures([heaped, heaped], latestMonth);
    expect(other?.difference).toMatchObject({ reais: 0, interval: null, heaps: [1500, 1500] });
  });

  test('with fewer than thirty records on either side are not tested, and do not count as a test', () => {
    const isBeyond = (...answers: ReturnType<typeof answerOf>[]) =>
      comparedFigures(answers, latestMonth).map(({ difference }) => difference?.isBeyondChance);
    const base = answerOf(49, 1000);
    expect(isBeyond(answerOf(29, 1000), answerOf(49, 1100))).toEqual([undefined, null]);
    // An interval of ± √(5² + 5²): 7.5 is 2.08 errors, a probability of 3.8 %. Of two tests it must be below 2.5 %.
    expect(isBeyond(base, answerOf(49, 1007.5), answerOf(29, 1010))).toEqual([
      undefined,
      true,
      null,
    ]);
    expect(isBeyond(base, answerOf(49, 1007.5), answerOf(49, 1000))).toEqual([
      undefined,
      false,
      false,
    ]);
    const [figures] = comparedFigures([{ ...base, method: { ...method, designEffect: 2 } }], null);
    expect(figures?.designEffect).toBe(2);
  });

  test('of four records are a count alone, of five they are all there', () => {
    const [four, five, six] = comparedFigures(
      [answerOf(4, 1000), answerOf(5, 1000), answerOf(6, 1000)],
      latestMonth,
    );
    expect(four?.statistics).toMatchObject({ count: 4, median: null, average: null, p90: null });
    expect(four?.quality.label).toBe('Insuficiente');
    expect(five?.statistics.median).toBe(1002);
    // If the first has no median there is no difference.
    expect([five?.difference, six?.difference]).toEqual([null, null]);
  });
});

/** A floor, a common value, and half of the salaries spread between R$ 1,500.00 and R$ 2,300.00. */
const heapedSalary = weighted<number | null>([
  [158_800, 0.4],
  [180_000, 0.1],
  [null, 0.5],
]);

function heapedAnswer(random: Random, count: number) {
  const counts = new Map<number, number>();
  for (let record = 0; record < count; record++) {
    const salary = heapedSalary(random) ?? 150_000 + Math.floor(random() * 80_000);
    counts.set(salary, (counts.get(salary) ?? 0) + 1);
  }
  const sorted = [...counts].toSorted(([a], [b]) => a - b);
  const distribution = {
    centavos: sorted.map(([salary]) => salary),
    counts: sorted.map(([, records]) => records),
  };
  return { method, distribution, statistics: statisticsOf(distribution, 1) };
}

test.each([
  [60, 60],
  [300, 3000],
  [1000, 1000],
])(
  'of selections of %i and %i records with the same heaped salaries, at most one in twenty differs',
  (first, second) => {
    const random = seededRandom('heaped salaries');
    let beyond = 0;
    for (let trial = 0; trial < 300; trial++) {
      const answers = [heapedAnswer(random, first), heapedAnswer(random, second)];
      beyond += Number(
        comparedFigures(answers, latestMonth)[1]?.difference?.isBeyondChance === true,
      );
    }
    expect(beyond).toBeLessThanOrEqual(15);
  },
);

test('incomplete data of either side leave no difference', () => {
  const [base, other] = [answerOf(49, 1000), answerOf(49, 1100)];
  const completeness = { state: 'late_only' as const, months: 1, withoutMov: ['202601'] };
  const incomplete = (one: typeof base) => ({ ...one, method: { ...method, completeness } });
  expect(comparedFigures([incomplete(base), other], latestMonth)[1]?.difference).toBeNull();
  const [, second] = comparedFigures([base, incomplete(other)], latestMonth);
  expect(second?.difference).toBeNull();
  // The figures stay.
  expect(second?.statistics.median).toBe(1124);
});

describe('warnings', () => {
  test('are none where only the people differ', () => {
    expect(comparisonWarnings([method, method])).toEqual([]);
  });

  test.each([
    [
      { movement: 'desligamento' },
      /^Não misture admissões e desligamentos: quem entra e quem sai ganham diferente/,
    ],
    [{ rule: 'bruto' }, /Regra do MTE e Bruto/],
    [{ series: 'declarada' }, /ajustada e declarada/],
    [{ period: { from: '202501', to: '202512' } }, /jan\/2026 e jan\/2025 a dez\/2025/],
    [{ release: null }, /1 e nenhuma/],
  ] as const)('name the difference %j', (change, sentence) => {
    const warnings = comparisonWarnings([method, { ...method, ...change }]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(sentence);
  });
});

describe('names', () => {
  const names = {
    occupations: new Map([['521110', 'Vendedor']]),
    municipalities: new Map(),
    ibgeRegions: new Map<string, string>(),
    cnaes: new Map(),
  };
  const named = (...queries: object[]) =>
    selectionNames(
      queries.map((query) => SearchFilters.parse(query)),
      names,
    );

  test('contain only the parts that differ', () => {
    const cbo = '521110';
    expect(named({ cbo, uf: 'SP' }, { cbo, uf: 'RJ' }, { cbo })).toEqual(['SP', 'RJ', 'Brasil']);
    expect(named({ cbo }, { cbo: '411010' })).toEqual(['521110 - Vendedor', '411010']);
    expect(named({ cbo, genero: 'F' }, { cbo, genero: 'M' })).toEqual(['Feminino', 'Masculino']);
    expect(named({ cbo }, { cbo, movimentacao: 'desligamento' })).toEqual([
      'Admissões',
      'Desligamentos',
    ]);
    expect(named({ cbo, uf: 'SP', genero: 'F' }, { cbo, uf: 'RJ', genero: 'F' })).toEqual([
      'SP',
      'RJ',
    ]);
  });

  test('are complete for selections without a distinguishing part, and numbered for equal ones', () => {
    expect(named({ cbo: '521110' })).toEqual(['521110 - Vendedor · Brasil']);
    expect(named({ uf: 'SP' }, { uf: 'SP' })).toEqual([
      'Todas as ocupações · SP',
      'Todas as ocupações · SP (2)',
    ]);
    expect(named({ uf: 'SP', genero: 'F' }, { uf: 'SP' })).toEqual([
      'Feminino',
      'Todas as ocupações · SP',
    ]);
  });
});

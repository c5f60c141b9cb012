import { describe, expect, test } from 'vitest';
import { complete, partial } from '../../tests/support/sample-completeness.ts';
import { SearchFilters } from '../contracts/search.ts';
import type { QueryNames } from '../filters/filter.ts';
import {
  comparisonVerdict,
  type JudgedSelection,
  selectionNames,
  signedPercentText,
} from './comparison-verdict.ts';

const base = {
  name: 'Minas Gerais',
  count: 347,
  completeness: complete,
  designEffect: 1,
  difference: null,
};

const against = (
  name: string,
  reais: number,
  [lower, upper]: readonly [number, number],
  count = 100,
): JudgedSelection => ({
  name,
  count,
  completeness: complete,
  designEffect: 1,
  difference: {
    reais,
    percent: (reais / 1344) * 100,
    interval: { lower, upper },
    isBeyondChance: lower > 0 || upper < 0,
  },
});

const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');

/** The whole verdict as text. */
function verdictText(judged: readonly JudgedSelection[]) {
  const verdict = comparisonVerdict(judged);
  return verdict === null ? undefined : plain([verdict.lead, ...verdict.rest].join(' '));
}

test('states which median is larger and by how much, and names pairs without a clear difference', () => {
  const judged = [
    base,
    against('Ceará', -40, [-70, -10]),
    against('Pernambuco', 5, [-20, 30]),
    against('São Paulo', 160, [110, 210]),
  ];
  expect(verdictText(judged)).toBe(
    'A mediana de São Paulo é R$ 160,00 (11,9 %) maior que a de Minas Gerais. A de Ceará é R$ 40,00 (3 %) menor. Pernambuco não tem diferença clara.',
  );
});

test('of many selections, the lead is one short sentence', () => {
  const judged = [
    base,
    against('Ceará', -40, [-70, -10]),
    against('Acre', -20, [-30, -10]),
    against('São Paulo', 160, [110, 210]),
  ];
  expect(comparisonVerdict(judged)).toEqual({
    lead: 'A mediana de São Paulo é R$\u00a0160,00 (11,9\u00a0%) maior que a de Minas Gerais.',
    rest: [
      'A de Acre é R$\u00a020,00 (1,5\u00a0%) menor; a de Ceará, R$\u00a040,00 (3\u00a0%) menor.',
    ],
  });
});

test('a difference of a few centavos is not 0 %', () => {
  const lower = [base, against('Ceará', -0.5, [-0.8, -0.2])];
  expect(verdictText(lower)).toBe(
    'A mediana de Ceará é R$ 0,50 (menos de 0,1 %) menor que a de Minas Gerais.',
  );
  expect(verdictText([base, against('Ceará', 0.5, [0.2, 0.8])])).toBe(
    'A mediana de Ceará é R$ 0,50 (menos de 0,1 %) maior que a de Minas Gerais.',
  );
});

test('a percentage has a sign unless it is nearly none', () => {
  const percents = [11.88, -11.88, 0.5, 0.05, 0.04, -0.04, 0];
  expect(percents.map((percent) => plain(signedPercentText(percent)))).toEqual([
    '+11,9 %',
    '−11,9 %',
    '+0,5 %',
    '+0,1 %',
    'menos de 0,1 %',
    'menos de 0,1 %',
    '0 %',
  ]);
});

test('an interval that touches zero shows no difference', () => {
  const judged = [base, against('Ceará', 30, [0, 60]), against('Pernambuco', -20, [-40, 0])];
  expect(verdictText(judged)).toBe(
    'Ceará e Pernambuco não têm diferença clara em relação a Minas Gerais: a diferença observada pode ser acaso.',
  );
});

test('twenty-nine records are too few to judge by, thirty are not', () => {
  expect(verdictText([base, against('Acre', 90, [50, 130], 29)])).toBe(
    'Acre tem só 29 registros: poucos para comparar.',
  );
  expect(verdictText([base, against('Acre', 90, [50, 130], 30)])).toBe(
    'A mediana de Acre é R$ 90,00 (6,7 %) maior que a de Minas Gerais.',
  );
  const blocks = { ...against('Acre', 90, [50, 130], 59), designEffect: 2 };
  expect(verdictText([base, blocks])).toBe(
    'Acre tem só 59 registros (as contratações de uma empresa vêm em bloco, e os registros equivalem a 29 independentes): poucos para comparar.',
  );
  expect(verdictText([base, { ...blocks, count: 30 }])).toBe(
    'Acre tem só 30 registros (as contratações de uma empresa vêm em bloco, e os registros equivalem a 15 independentes): poucos para comparar.',
  );
  const blocksOfFew = { ...against('Acre', 90, [50, 130], 2), designEffect: 2.5 };
  expect(verdictText([base, blocksOfFew])).toBe('Acre tem só 2 registros: poucos para comparar.');
  const others = [['Acre', 29] as const, ['Amapá', 0] as const, ['Roraima', 1] as const].map(
    ([name, count]) => against(name, 90, [50, 130], count),
  );
  expect(verdictText([base, ...others])).toBe(
    'Acre tem só 29 registros e Roraima tem só 1 registro: poucos para comparar. Amapá não tem nenhum registro para comparar.',
  );
  const few = { ...base, count: 29 };
  expect(verdictText([few, against('Acre', 90, [50, 130])])).toBe(
    'Minas Gerais tem só 29 registros: poucos para comparar com a outra seleção.',
  );
  expect(verdictText([few, ...others])).toBe(
    'Minas Gerais tem só 29 registros: poucos para comparar com as outras seleções.',
  );
  const oneAndMore = [against('Roraima', 9, [5, 13], 1), against('Acre', 9, [5, 13], 29)];
  expect(verdictText([base, ...oneAndMore])).toBe(
    'Roraima tem só 1 registro e Acre tem só 29 registros: poucos para comparar.',
  );
  expect(verdictText([base, { ...few, name: 'Acre', count: 1 }])).toBe(
    'Acre tem só 1 registro: pouco para comparar.',
  );
  expect(verdictText([base, { ...few, name: 'Acre', count: 0 }])).toBe(
    'Acre não tem nenhum registro para comparar.',
  );
  expect(verdictText([{ ...base, count: 0 }, base])).toBe(
    'Minas Gerais não tem nenhum registro para comparar com a outra seleção.',
  );
});

test('without an interval a difference may be chance, and one selection alone has no verdict', () => {
  const one = {
    name: 'Acre',
    count: 90,
    completeness: complete,
    designEffect: 1,
    difference: { reais: 9, percent: 1, interval: null, heaps: [1518], isBeyondChance: false },
  };
  const equal = { ...one, difference: { ...one.difference, reais: 0, percent: 0 } };
  expect(verdictText([base, equal])).toBe('Acre tem a mesma mediana que Minas Gerais.');
  expect(verdictText([base, one])).toBe(
    'A mediana de Acre é R$ 9,00 (1 %) maior que a de Minas Gerais, mas pode ser acaso: não há intervalo, porque há muitos salários iguais a R$ 1.518,00.',
  );
  const lower = {
    ...one,
    name: 'Ceará',
    difference: { ...one.difference, reais: -5, percent: -1 },
  };
  expect(verdictText([base, one, lower])).toBe(
    'A mediana de Acre é R$ 9,00 (1 %) maior que a de Minas Gerais; a de Ceará, R$ 5,00 (1 %) menor, mas pode ser acaso: não há intervalo, porque há muitos salários iguais a R$ 1.518,00.',
  );
  const same = { ...equal, name: 'Pará' };
  expect(verdictText([base, same, one])).toBe(
    'Pará tem a mesma mediana que Minas Gerais. A de Acre é R$ 9,00 (1 %) maior, mas pode ser acaso: não há intervalo, porque há muitos salários iguais a R$ 1.518,00.',
  );
  expect(comparisonVerdict([base])).toBeNull();
});

test('one selection with incomplete data leaves no verdict, the first or another', () => {
  const other = against('São Paulo', 160, [110, 210]);
  const third = against('Acre', 90, [50, 130]);
  expect(comparisonVerdict([base, other, third])).not.toBeNull();
  const incomplete = { completeness: partial };
  expect(comparisonVerdict([{ ...base, ...incomplete }, other, third])).toBeNull();
  expect(comparisonVerdict([base, other, { ...third, ...incomplete }])).toBeNull();
});

test('a selection without a difference is named as nearly the same people', () => {
  const same = { ...base, name: 'Mulheres', count: 340 };
  expect(verdictText([base, same])).toBe(
    'Mulheres: sem comparação, porque os registros são quase os mesmos de outra seleção.',
  );
  const judged = [base, against('Ceará', -40, [-70, -10]), same];
  expect(verdictText(judged)).toBe(
    'A mediana de Ceará é R$ 40,00 (3 %) menor que a de Minas Gerais. Mulheres: sem comparação, porque os registros são quase os mesmos de outra seleção.',
  );
});

test('equal medians are the same, and no unclear difference', () => {
  expect(verdictText([base, against('Ceará', 0, [-20, 20])])).toBe(
    'Ceará tem a mesma mediana que Minas Gerais.',
  );
  const judged = [
    base,
    against('Ceará', 0, [-20, 20]),
    against('Acre', 0, [-9, 9]),
    against('Pará', 5, [-9, 19]),
  ];
  expect(verdictText(judged)).toBe(
    'Ceará e Acre têm a mesma mediana que Minas Gerais. Pará não tem diferença clara.',
  );
  expect(verdictText([...judged, against('São Paulo', 160, [110, 210])])).toBe(
    'A mediana de São Paulo é R$ 160,00 (11,9 %) maior que a de Minas Gerais. Ceará e Acre têm a mesma mediana. Pará não tem diferença clara.',
  );
});

const requested = (filters: object) => SearchFilters.parse(filters);

const towns = (...municipios: string[]) => requested({ cbo: '521110', uf: 'SP', municipios });

test('lists of municipalities of the same length are other places, in any order the same', () => {
  const codes = ['350950', '351880', '352940', '354780', '354850', '355030'];
  const names: QueryNames = {
    occupations: new Map(),
    municipalities: new Map(),
    ibgeRegions: new Map(),
    cnaes: new Map(),
  };
  const six = towns(...codes);
  const sixWomen = { ...towns(...codes.toReversed()), genero: 'F' as const };
  expect(selectionNames([six, sixWomen], names)[1]).toBe('Feminino');
  expect(selectionNames([six, towns('350160', ...codes.slice(1))], names)).toEqual([
    '6 municípios de SP',
    '6 municípios de SP (2)',
  ]);
});

const without = (...semCbos: (string | undefined)[]) => ({ familiaCbo: '5211', semCbos });

describe('the name of a selection', () => {
  const names: QueryNames = {
    occupations: new Map(),
    municipalities: new Map(),
    ibgeRegions: new Map(),
    cnaes: new Map(),
  };
  const named = (...selections: object[]) => selectionNames(selections.map(requested), names);

  test('does not have the occupations if only their order differs', () => {
    const [first, second] = ['521110', '411005'];
    const selections = [{ cbos: [first, second] }, { cbos: [second, first], genero: 'F' }];
    expect(named(...selections)[1]).toBe('Feminino');
    expect(named(without(first, second), { ...without(second, first), genero: 'F' })[1]).toBe(
      'Feminino',
    );
    expect(named({ cbo: first }, { cbos: [first], genero: 'F' })[1]).toBe('Feminino');
  });

  test('is that of the occupations where the second of two differs', () => {
    const [first, second] = [
      { cbo: '521110', cbos: ['411005'] },
      { cbo: '521110', cbos: ['225125'] },
    ];
    expect(named(first, second)).toEqual(['521110 e mais 1', '521110 e mais 1 (2)']);
  });

  test('has all values of a list if one of them differs', () => {
    const both = { cbo: '521110', cnaes: ['4711301', '4711302'] };
    expect(named(both, { ...both, cnaes: ['4711302'] })).toEqual([
      '4711-3/01, 4711-3/02',
      '4711-3/02',
    ]);
  });

  test('is that of the place for two regions of the country', () => {
    expect(named({ regiao: '3' }, { regiao: '1' })).toEqual(['Sudeste', 'Norte']);
  });

  test('is that of the occupations where other ones are left out', () => {
    const [first, second] = named(
      { familiaCbo: '5211', semCbos: ['521110'] },
      { familiaCbo: '5211', semCbos: ['521115'] },
    );
    expect(first).not.toContain('Brasil');
    expect(second).toBe(`${first} (2)`);
  });
});

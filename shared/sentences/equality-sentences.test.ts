import { expect, test } from 'vitest';
import type { Bounds, EqualityRow, Estimate } from '../contracts/equality.ts';
import {
  countsText,
  differenceText,
  isChanceOfMedians,
  medianChanceText,
  medianSentence,
  ratioText,
  remainderSentence,
} from './equality-sentences.ts';

const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ');

const remainder: Estimate = {
  difference: -60,
  interval: { lower: -80, upper: -40 },
  ratio: 0.971,
  ratioInterval: { lower: 0.961, upper: 0.981 },
};
const row: EqualityRow = {
  code: '5',
  name: null,
  women: { count: 40, median: 1846, medianInterval: { lower: 1800, upper: 1900 }, mean: 1900 },
  men: { count: 50, median: 2000, medianInterval: { lower: 1950, upper: 2050 }, mean: 2100 },
  withheld: null,
  medianRatio: 0.923,
  meanRatio: 1900 / 2100,
  adjusted: {
    raw: remainder,
    women: 30,
    men: 35,
    cells: 12,
    compared: {
      outsideWomen: 0,
      outsideMen: 0,
      matching: { composition: 0, remainder },
      decomposition: { composition: 0, remainder },
    },
  },
};
const estimateOf = (own: Partial<Estimate>): EqualityRow => {
  const { adjusted } = row;
  if (adjusted?.compared == null) throw new Error('Nothing is compared.');
  const matching = { composition: 0, remainder: { ...remainder, ...own } };
  return { ...row, adjusted: { ...adjusted, compared: { ...adjusted.compared, matching } } };
};

test('the finding is two sentences, with what is compared', () => {
  expect(plain(medianSentence(row))).toBe(
    'A mediana das mulheres admitidas é 92,3 % da dos homens (R$ 1.846,00 e R$ 2.000,00).',
  );
  expect(plain(remainderSentence(row))).toBe(
    'Na mesma ocupação, com a mesma escolaridade, faixa de idade, jornada, estado e tamanho de estabelecimento, há homens comparáveis para 75,0 % das mulheres, e mulheres para 70,0 % dos homens. Entre as pessoas comparáveis, o salário médio das mulheres é 97,1 % (95 %: 96,1 % a 98,1 %) do salário médio dos homens; ao todo, 97,1 %.',
  );
  expect(plain(differenceText(remainder))).toBe('−R$ 60,00 (95 %: −R$ 80,00 a −R$ 40,00)');
});

test('as many women as men are data, and one of each is singular', () => {
  const sameCount = { ...row, men: { ...row.men, count: 40 } };
  expect(medianSentence(sameCount)).toMatch(/^A mediana das mulheres admitidas é 92,3/);
  const one = { count: 1, median: null, mean: null };
  expect(plain(countsText({ women: one, men: one }))).toBe('1 mulher e 1 homem');
});

test('a figure without an interval stands alone, and a suppressed one is a dash', () => {
  expect([ratioText(null), differenceText(null)]).toEqual(['—', '—']);
  const alone = { ...remainder, interval: null, ratioInterval: null };
  expect(plain(ratioText(alone))).toBe('97,1 %');
  expect(plain(differenceText(alone))).toBe('−R$ 60,00');
  const adjusted = row.adjusted && { ...row.adjusted, raw: null };
  expect(plain(remainderSentence({ ...row, adjusted }))).toContain(
    '(95 %: 96,1 % a 98,1 %) do salário médio dos homens.',
  );
});

test('chance is reported where it can explain the rest', () => {
  const unsure = estimateOf({ ratioInterval: { lower: 0.94, upper: 1.001 } });
  expect(remainderSentence(unsure)).toContain(
    ' do salário médio dos homens: a diferença pode ser acaso; ao todo, ',
  );
  expect(remainderSentence(row)).not.toContain('acaso');
  // Without an interval nothing excludes chance, and the raw ratio is tested as well.
  expect(remainderSentence(estimateOf({ ratioInterval: null }))).toContain(
    ' do salário médio dos homens: a diferença pode ser acaso; ao todo, ',
  );
  const raw = { ...remainder, ratioInterval: { lower: 0.94, upper: 1.001 } };
  expect(
    plain(remainderSentence({ ...row, adjusted: row.adjusted && { ...row.adjusted, raw } })),
  ).toMatch(/ do salário médio dos homens; ao todo, 97,1 %: a diferença pode ser acaso\.$/);
  for (const ratioInterval of [
    { lower: 0.94, upper: 1 },
    { lower: 1, upper: 1.06 },
  ]) {
    expect(remainderSentence(estimateOf({ ratioInterval }))).toContain('pode ser acaso');
  }
  // Women's mean is beyond chance above men's.
  expect(
    remainderSentence(estimateOf({ ratioInterval: { lower: 1.02, upper: 1.06 } })),
  ).not.toMatch('acaso');
  // The interval of a difference can exceed the mean, and a ratio of salaries is never negative.
  const wide = estimateOf({ ratioInterval: { lower: -0.2, upper: 2.1 } });
  expect(plain(remainderSentence(wide))).toContain('(95 %: 0,0 % a 210,0 %)');
});

const filled = (reais: number) => ({ lower: reais, upper: reais });

test('the headline reports chance where the medians cannot exclude it, whatever the means', () => {
  const chance =
    'A mediana das mulheres admitidas é 92,3 % da dos homens (R$ 1.846,00 e R$ 2.000,00); a diferença pode ser acaso.';
  const with95 = (women: Bounds | null | undefined, men: Bounds | null | undefined) => ({
    ...row,
    women: { ...row.women, medianInterval: women },
    men: { ...row.men, medianInterval: men },
  });
  const textsOf = (women: Bounds | null | undefined, men: Bounds | null | undefined) => {
    const one = with95(women, men);
    return [isChanceOfMedians(one), medianChanceText(one), plain(medianSentence(one))];
  };
  // −154, from −154 − √(146² + 100²) to −154 + √(104² + 110²) = −2.62: beyond chance; with 114 instead of 104, 4.42.
  const men = { lower: 1890, upper: 2100 };
  expect(textsOf({ lower: 1700, upper: 1950 }, men).slice(0, 2)).toEqual([false, null]);
  expect(textsOf({ lower: 1700, upper: 1960 }, men)).toEqual([true, 'pode ser acaso', chance]);
  // The same salary for most women fills their interval; if one fills each interval, the two differ.
  expect(textsOf(filled(1846), { lower: 1950, upper: 2050 })).toEqual([
    true,
    'pode ser acaso',
    chance,
  ]);
  expect(textsOf(filled(1846), filled(2000))[0]).toBe(false);
  // Too few women for an interval; an earlier receipt, whose intervals are not known.
  expect(textsOf(null, men)).toEqual([true, 'pode ser acaso', chance]);
  expect(textsOf(undefined, men)).toEqual([null, null, chance]);
  // Equal medians, and suppressed ones, are no difference.
  expect(medianChanceText({ ...row, medianRatio: 1 })).toBeNull();
  expect(medianChanceText({ ...row, medianRatio: null })).toBeNull();
});

test('the headline reports chance where the means cannot exclude it', () => {
  const { adjusted } = row;
  const raw = { ...remainder, ratioInterval: { lower: 0.9, upper: 1.02 } };
  const unsure = { ...row, adjusted: adjusted && { ...adjusted, raw } };
  expect(plain(medianSentence(unsure))).toBe(
    'A mediana das mulheres admitidas é 92,3 % da dos homens (R$ 1.846,00 e R$ 2.000,00); pelas médias, a diferença pode ser acaso.',
  );
  // Equal medians differ in nothing.
  expect(plain(medianSentence({ ...unsure, women: row.men, medianRatio: 1 }))).toBe(
    'A mediana das mulheres admitidas é igual à dos homens (R$ 2.000,00 e R$ 2.000,00).',
  );
});

test('the headline names the means where they differ the other way', () => {
  const { adjusted } = row;
  const withMeans = (raw: Estimate | null) =>
    plain(medianSentence({ ...row, adjusted: adjusted && { ...adjusted, raw } }));
  const start =
    'A mediana das mulheres admitidas é 92,3 % da dos homens (R$ 1.846,00 e R$ 2.000,00)';
  // The medians have a test of their own, also with suppressed means.
  expect(withMeans(null)).toBe(`${start}.`);
  const higher = { ...remainder, ratio: 1.2, ratioInterval: { lower: 1.1, upper: 1.3 } };
  expect(withMeans(higher)).toBe(`${start}; pelas médias, 120,0 %.`);
});

test('no admissions are no data, not too few women', () => {
  const empty = { ...row.women, count: 0, median: null, mean: null };
  const none = {
    ...row,
    women: empty,
    men: empty,
    withheld: 'ambos',
    medianRatio: null,
  } as const;
  expect(medianSentence(none)).toBe('Sem dados: nenhuma admissão com estes filtros.');
  expect(medianSentence({ ...none, men: row.men, withheld: 'mulheres' })).toBe(
    'Sem comparação: menos de 5 mulheres.',
  );
  // Incomplete data have a sentence of the two medians only if both exist.
  expect(plain(medianSentence({ ...row, withheld: 'incompleto' }))).toBe(
    'Sem comparação: dados incompletos. Mediana das mulheres admitidas: R$ 1.846,00; dos homens: R$ 2.000,00.',
  );
  const withoutMen = { ...row, withheld: 'incompleto', men: { ...row.men, median: null } } as const;
  expect(medianSentence(withoutMen)).not.toContain('Mediana');
  const women = { ...row.women, median: null };
  expect(medianSentence({ ...row, withheld: 'incompleto', women })).not.toContain('Mediana');
});

test('thirty of each make a sentence, and fewer a count or the reason', () => {
  const few = { ...row, women: { ...row.women, count: 29 } };
  expect(plain(medianSentence(few))).toBe(
    'Poucos registros para uma conclusão: 29 mulheres e 50 homens. Veja a tabela.',
  );
  const adjusted = row.adjusted && { ...row.adjusted, women: 29 };
  expect(remainderSentence({ ...row, adjusted })).toBeNull();
  expect(plain(medianSentence({ ...row, men: { ...row.men, count: 29 } }))).toBe(
    'Poucos registros para uma conclusão: 40 mulheres e 29 homens. Veja a tabela.',
  );
  const fewMen = row.adjusted && { ...row.adjusted, men: 29 };
  expect(remainderSentence({ ...row, adjusted: fewMen })).toBeNull();
  const none = { ...row, withheld: 'mulheres', medianRatio: null, adjusted: null } as const;
  expect(medianSentence(none)).toBe('Sem comparação: menos de 5 mulheres.');
  expect(remainderSentence(none)).toBeNull();
});

test('hires in blocks need more people than thirty for a sentence', () => {
  // 40 women at 1.25 count as 32 independent ones; at 1.4 as 28.57.
  expect(plain(medianSentence({ ...row, designEffect: 1.25 }))).toContain('92,3 %');
  expect(plain(medianSentence({ ...row, designEffect: 1.4 }))).toContain('Poucos registros');
  expect(remainderSentence({ ...row, designEffect: 1.1 })).toBeNull();
});

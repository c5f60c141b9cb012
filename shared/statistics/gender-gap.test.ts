import { expect, test } from 'vitest';
import { figures } from '../../tests/support/sample-panels.ts';
import { gapCautions, gapRange, gapSentence } from './gender-gap.ts';

const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ');
const gap = { women: 1800, men: 2000, difference: -200, percent: -10, interval: null };
const panel = (women: number, interval: { lower: number; upper: number } | null, men = 90) => ({
  isComparable: true,
  designEffect: 1,
  genders: [
    { genero: 'F' as const, ...figures(women, 1800) },
    { genero: 'M' as const, ...figures(men, 2000) },
  ],
  gap: { ...gap, interval },
});

test('the gap of the medians in words', () => {
  expect(plain(gapSentence(gap))).toBe(
    'A mediana das mulheres é R$ 200,00 (10,0 %) menor que a dos homens',
  );
  expect(plain(gapSentence({ ...gap, difference: 50, percent: 2.5 }))).toBe(
    'A mediana das mulheres é R$ 50,00 (2,5 %) maior que a dos homens',
  );
  expect(plain(gapSentence({ ...gap, difference: 0.5, percent: 0.1 }))).toBe(
    'A mediana das mulheres é R$ 0,50 (0,1 %) maior que a dos homens',
  );
  expect(gapSentence({ ...gap, difference: 0, percent: 0 })).toBe(
    'A mediana das mulheres é igual à dos homens',
  );
  expect(plain(gapRange({ ...gap, interval: { lower: -260.5, upper: 12 } }))).toBe(
    '−R$ 260,50 a +R$ 12,00',
  );
});

test('the gap carries its cautions: few records, and an interval that contains zero', () => {
  const compares = 'Compara grupos, não pessoas em funções iguais.';
  const mayBeChance = 'O intervalo contém o zero: a diferença pode ser acaso.';
  expect(gapCautions(panel(30, { lower: -300, upper: -1 }))).toBe(compares);
  expect(gapCautions(panel(30, { lower: -300, upper: 0 }))).toBe(`${mayBeChance} ${compares}`);
  expect(plain(gapCautions(panel(30, null)))).toBe(
    `Sem intervalo de 95 %: a diferença pode ser acaso. ${compares}`,
  );
  expect(plain(gapCautions(panel(29, { lower: -300, upper: -1 })))).toBe(
    `Amostra pequena: 29 registros de mulheres e 90 registros de homens. ${compares}`,
  );
  // Women's median above men's: only an interval that begins at zero or below contains it.
  expect(gapCautions(panel(30, { lower: 1, upper: 300 }))).toBe(compares);
  expect(gapCautions(panel(30, { lower: 0, upper: 300 }))).toBe(`${mayBeChance} ${compares}`);
});

test('a sample of few men is small too', () => {
  expect(plain(gapCautions(panel(90, { lower: -300, upper: -1 }, 29)))).toBe(
    'Amostra pequena: 90 registros de mulheres e 29 registros de homens. Compara grupos, não pessoas em funções iguais.',
  );
});

test('hires in blocks count less: 200 women and 90 men with a design effect of 4 are a small sample', () => {
  const blocks = { ...panel(200, { lower: -300, upper: -1 }), designEffect: 4 };
  // 90 / 4 = 22.5: the smaller group decides.
  expect(plain(gapCautions(blocks))).toBe(
    'Amostra pequena: 200 registros de mulheres e 90 registros de homens; as contratações de uma empresa vêm em bloco, e os registros equivalem a 22 independentes. Compara grupos, não pessoas em funções iguais.',
  );
});

test('equal medians need no caution about chance', () => {
  const equal = panel(30, { lower: -100, upper: 100 });
  expect(
    gapCautions({ ...equal, gap: { ...equal.gap, women: 2000, difference: 0, percent: 0 } }),
  ).toBe('Compara grupos, não pessoas em funções iguais.');
  expect(gapCautions({ ...equal, gap: null })).toBe('');
});

import { expect, test } from 'vitest';
import { fewText, qualityOf, type Sample } from './quality.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const good: Sample = {
  count: 100,
  designEffect: 1,
  median: 2000,
  medianInterval: { lower: 1950, upper: 2050 },
  period: { from: '202504', to: '202603' },
  latestMonth: '202606',
  completeness: { state: 'complete', months: 12, withoutMov: [] },
};

test('is high at each criterion’s bound, and says why', () => {
  const quality = qualityOf(good);
  expect(quality).toMatchObject({ level: 'alta', label: 'Alta' });
  expect(quality.reasons.map(plain)).toEqual([
    'A amostra é grande: 100 registros.',
    'O intervalo de 95 % da mediana, de R$ 1.950,00 a R$ 2.050,00, tem a largura de 5,0 % dela: é estreito.',
    'Os dados vão até mar/2026, há 3 meses.',
  ]);
});

const inBlocks = (count: number, designEffect: number) =>
  qualityOf({ ...good, count, designEffect });

test('counts effective records, and says that hires come in blocks', () => {
  expect(inBlocks(650, 6.5)).toMatchObject({ level: 'alta' });
  expect(inBlocks(649, 6.5)).toMatchObject({ level: 'media' });
  expect(inBlocks(195, 6.5)).toMatchObject({ level: 'media' });
  expect(inBlocks(194, 6.5)).toMatchObject({ level: 'baixa' });
  expect(inBlocks(1391, 6.5).reasons[0]).toBe(
    'A amostra é grande: 1.391\u00a0registros; as contratações de uma empresa vêm em bloco, e os registros equivalem a 214 independentes.',
  );
  expect(inBlocks(6, 6.5).reasons[0]).toMatch(/equivalem a 1 independente\.$/);
  expect(inBlocks(33, 6.5).reasons[0]).toBe(
    'A amostra é pequena: 33\u00a0registros; as contratações de uma empresa vêm em bloco, e os registros equivalem a 5 independentes.',
  );
});

test.each([
  [{ count: 99 }, 'media'],
  [{ count: 30 }, 'media'],
  [{ count: 29 }, 'baixa'],
  [{ count: 5 }, 'baixa'],
  [{ count: 4 }, 'insuficiente'],
  [{ count: 0, median: null, medianInterval: null, period: null }, 'insuficiente'],
  [{ medianInterval: { lower: 1949, upper: 2050 } }, 'media'],
  [{ medianInterval: { lower: 1850, upper: 2150 } }, 'media'],
  [{ medianInterval: { lower: 1849, upper: 2150 } }, 'baixa'],
  [{ medianInterval: { lower: 2000, upper: 2000 } }, 'media'],
  [{ medianInterval: null }, 'baixa'],
  [{ latestMonth: '202607' }, 'media'],
  [{ latestMonth: '202703' }, 'media'],
  [{ latestMonth: '202704' }, 'baixa'],
  [{ latestMonth: '202601' }, 'alta'],
] as const)('%j is %s', (changed, level) => {
  expect(qualityOf({ ...good, ...changed }).level).toBe(level);
});

test('at lower levels it says what is fair, small, wide, missing or old', () => {
  const reasonsOf = (changed: Partial<Sample>) =>
    qualityOf({ ...good, ...changed }).reasons.map(plain);
  expect(reasonsOf({ count: 99 })[0]).toBe('A amostra é razoável: 99 registros.');
  expect(reasonsOf({ count: 29 })[0]).toBe('A amostra é pequena: 29 registros, menos de 30.');
  expect(reasonsOf({ medianInterval: null })[1]).toBe(
    'Não há registros suficientes para um intervalo da mediana.',
  );
  expect(reasonsOf({ medianInterval: { lower: 1800, upper: 2500 } })[1]).toBe(
    'O intervalo de 95 % da mediana, de R$ 1.800,00 a R$ 2.500,00, tem a largura de 35,0 % dela: é largo.',
  );
  expect(reasonsOf({ latestMonth: '202604' })[2]).toBe('Os dados vão até mar/2026, há 1 mês.');
  expect(reasonsOf({ latestMonth: '202704' })[2]).toBe(
    'Os dados vão até mar/2026, há 13 meses: são antigos.',
  );
  expect(qualityOf({ ...good, count: 4 }).label).toBe('Insuficiente');
});

test('below five records only their number is shown', () => {
  expect(qualityOf({ ...good, count: 1 }).reasons.map(plain)).toEqual([
    'Há só 1 registro: com menos de 5, mostramos só a contagem.',
  ]);
  expect(qualityOf({ ...good, count: 0 }).reasons.map(plain)).toEqual(['Não há registros.']);
  expect(qualityOf({ ...good, count: 5 })).toMatchObject({ level: 'baixa' });
  expect(qualityOf({ ...good, count: 5 }).reasons).toHaveLength(3);
});

test('a period that ends in the future has data up to the last month loaded', () => {
  const { reasons } = qualityOf({ ...good, period: { from: '202504', to: '209912' } });
  expect(reasons.at(-1)).toBe('Os dados vão até jun/2026, o último mês.');
});

const without = (...withoutMov: string[]): Sample => ({
  ...good,
  completeness: { state: 'partial', months: 5, withoutMov },
});

test('months without their MOV file lower it, with a reason', () => {
  const some = qualityOf(without('202512'));
  expect(some.level).toBe('media');
  expect(some.reasons.at(-1)).toBe(
    'Dados incompletos: falta o arquivo principal (MOV) de 1 dos 5 meses.',
  );
  // Two of five are less than half, three are more, and two of four are half.
  expect(qualityOf(without('202512', '202601')).level).toBe('media');
  expect(qualityOf(without('202512', '202601', '202602')).level).toBe('baixa');
  const { completeness } = without('202512', '202601');
  expect(qualityOf({ ...good, completeness: { ...completeness, months: 4 } }).level).toBe('baixa');
});

test('a count without statistics has one reason, whatever its months', () => {
  const { level, reasons } = qualityOf({ ...good, count: 20, median: null, medianInterval: null });
  expect(level).toBe('insuficiente');
  expect(reasons.map(plain)).toEqual(['Há 20 registros, mas mostramos só a contagem.']);
});

test('too few records for a comparison are few, or come in blocks', () => {
  expect(fewText(29, 1)).toBe('poucos registros');
  expect(fewText(29, 2)).toBe('poucos registros');
  expect(plain(fewText(59, 2))).toBe(
    'as contratações de uma empresa vêm em bloco, e os registros equivalem a 29 independentes, menos de 30',
  );
});

import { expect, test } from 'vitest';
import { lackingMonthsOf, monthsBetween, qualityOf, type Sample } from './quality.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const good: Sample = {
  count: 100,
  median: 2000,
  medianInterval: { lower: 1950, upper: 2050 },
  lastMonth: '202603',
  latestMonth: '202606',
  lacking: { months: 0, of: 12 },
};

test('is high at each criterion’s bound, and says why', () => {
  const quality = qualityOf(good);
  expect(quality).toMatchObject({
    level: 'alta',
    label: 'Alta',
    relativeWidth: 0.05,
    monthsBehind: 3,
  });
  expect(quality.reasons.map(plain)).toEqual([
    'A amostra é grande: 100 registros.',
    'O intervalo de 95 % da mediana, de R$ 1.950,00 a R$ 2.050,00, tem a largura de 5,0 % dela: é estreito.',
    'Os dados vão até mar/2026, há 3 meses.',
  ]);
});

test.each([
  [{ count: 99 }, 'media'],
  [{ count: 30 }, 'media'],
  [{ count: 29 }, 'baixa'],
  [{ count: 5 }, 'baixa'],
  [{ count: 4 }, 'insuficiente'],
  [{ count: 0, median: null, medianInterval: null, lastMonth: null }, 'insuficiente'],
  [{ medianInterval: { lower: 1949, upper: 2050 } }, 'media'],
  [{ medianInterval: { lower: 1850, upper: 2150 } }, 'media'],
  [{ medianInterval: { lower: 1849, upper: 2150 } }, 'baixa'],
  [{ medianInterval: null }, 'baixa'],
  [{ latestMonth: '202607' }, 'media'],
  [{ latestMonth: '202703' }, 'media'],
  [{ latestMonth: '202704' }, 'baixa'],
  [{ latestMonth: '202601' }, 'alta'],
] as const)('%j is %s', (changed, level) => {
  expect(qualityOf({ ...good, ...changed }).level).toBe(level);
});

test('below five records only their number is told', () => {
  expect(qualityOf({ ...good, count: 1 }).reasons.map(plain)).toEqual([
    'Há só 1 registro: abaixo de 5 não há estatística.',
  ]);
});

test('months are counted over years', () => {
  expect(monthsBetween('202512', '202601')).toBe(1);
  expect(monthsBetween('202601', '202501')).toBe(-12);
});

test('a period that ends in the future has data up to the last month loaded', () => {
  const { reasons, monthsBehind } = qualityOf({ ...good, lastMonth: '209912' });
  expect(monthsBehind).toBe(0);
  expect(reasons.at(-1)).toBe('Os dados vão até jun/2026, o último mês.');
});

test('months that lack their MOV file lower it, and are told', () => {
  const some = qualityOf({ ...good, lacking: { months: 1, of: 12 } });
  expect(some.level).toBe('media');
  expect(some.reasons.at(-1)).toBe(
    'Falta o arquivo MOV de 1 dos 12 meses: a maior parte das movimentações não está aqui, no máximo as declaradas fora do prazo.',
  );
  expect(qualityOf({ ...good, lacking: { months: 6, of: 12 } }).level).toBe('baixa');
  expect(qualityOf({ ...good, lacking: { months: 1, of: 1 } }).reasons.at(-1)).toContain(
    'MOV do mês:',
  );
});

test('counts the months of a period that lack their MOV file, up to the last one loaded', () => {
  const loaded = { latestMonth: '202306', declaredMonths: ['202211', '202301', '202305'] };
  expect(lackingMonthsOf({ from: '202212', to: '202306' }, loaded)).toEqual({ months: 5, of: 7 });
  expect(lackingMonthsOf({ from: '202305', to: '202312' }, loaded)).toEqual({ months: 1, of: 2 });
  expect(lackingMonthsOf({ from: '202301', to: '202301' }, loaded)).toEqual({ months: 0, of: 1 });
  expect(lackingMonthsOf({ from: '202401', to: '202402' }, loaded)).toEqual({ months: 0, of: 0 });
  expect(lackingMonthsOf(null, loaded)).toEqual({ months: 0, of: 0 });
});

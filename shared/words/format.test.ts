import { expect, test } from 'vitest';
import {
  formatBytes,
  formatMilliseconds,
  formatSeconds,
  formatCentavos,
  formatCount,
  formatCounted,
  formatDate,
  formatDay,
  formatDecimal,
  formatFirst,
  formatLongMonth,
  formatMonth,
  formatReais,
  formatRatio,
  formatShare,
  timeLeftText,
  formatAmount,
  formatSigned,
  formatWholeReais,
  maybeReais,
} from './format.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('money is written with points, comma and both centavos', () => {
  expect(plain(formatReais(1518))).toBe('R$ 1.518,00');
  expect(plain(formatCentavos(91_520_000))).toBe('R$ 915.200,00');
  expect(plain(formatCentavos(1))).toBe('R$ 0,01');
  expect(plain(formatReais(-1200.5))).toBe('−R$ 1.200,50');
  expect([1_518_400.5, 1499.5].map((reais) => plain(formatWholeReais(reais)))).toEqual([
    'R$ 1.518.401',
    'R$ 1.500',
  ]);
  expect([151_800, 5, -21].map(formatAmount)).toEqual(['1.518,00', '0,05', '−0,21']);
});

test('a difference has its sign, and none if it is written as zero', () => {
  expect([3, -3, 0].map((change) => formatSigned(change, formatCount))).toEqual(['+3', '−3', '0']);
  const ratios = [0.0005, 0.0004, -0.0004, -0.0005].map((one) => formatSigned(one, formatRatio));
  expect(ratios.map(plain)).toEqual(['+0,1 %', '0,0 %', '0,0 %', '−0,1 %']);
});

test('counts and decimals', () => {
  expect(formatCount(1_234_567)).toBe('1.234.567');
  expect(formatCount(-3315)).toBe('−3.315');
  expect(formatCount(12.6)).toBe('13');
  expect(formatDecimal(38.5)).toBe('38,5');
  expect([44, 0.125, -0.21].map(formatDecimal)).toEqual(['44', '0,13', '−0,21']);
  expect(plain(formatCounted(1, 'registro', 'registros'))).toBe('1 registro');
  expect(plain(formatCounted(12_345, 'registro', 'registros'))).toBe('12.345 registros');
});

test('a share never rounds to nothing or to all', () => {
  expect(plain(formatShare(0.1234))).toBe('12,3 %');
  expect([46 / 160, 10 / 160].map(formatShare).map(plain)).toEqual(['28,8 %', '6,3 %']);
  expect(plain(formatShare(0))).toBe('0,0 %');
  expect(plain(formatShare(0.00001))).toBe('< 0,1 %');
  expect([0.00049, 0.0005].map(formatShare).map(plain)).toEqual(['< 0,1 %', '0,1 %']);
  expect(plain(formatShare(0.99999))).toBe('> 99,9 %');
  expect([0.9994, 0.9995].map(formatShare).map(plain)).toEqual(['99,9 %', '> 99,9 %']);
  expect(plain(formatShare(1))).toBe('100,0 %');
  // A ratio or a change is not a part of a whole: plain rounding applies.
  expect(plain(formatRatio(0.99996))).toBe('100,0 %');
  expect(plain(formatRatio(0.00004))).toBe('0,0 %');
  expect(plain(formatRatio(1.03159))).toBe('103,2 %');
  expect(plain(formatSigned(-0.99996, formatRatio))).toBe('−100,0 %');
});

test('months and days', () => {
  expect(formatMonth('202307')).toBe('jul/2023');
  expect(formatLongMonth('202603')).toBe('março de 2026');
  expect(() => formatMonth('202313')).toThrow(RangeError);
  // One in the morning in Greenwich is still the previous day in São Paulo.
  expect(formatDate('2026-08-01T01:00:00Z')).toBe('31/07/2026');
});

test.each([
  ['1.518,00', 1518],
  ['1.518', 1518],
  ['1518', 1518],
  ['1518,5', 1518.5],
  ['1518.50', 1518.5],
  ['R$ 1.234.567,89', 1_234_567.89],
  ['r$ 1.518,00', 1518],
  ['0', 0],
  ['', undefined],
  ['-5', undefined],
  ['1.51.8', undefined],
  ['mil', undefined],
])('reads %j as %j', (text, reais) => expect(maybeReais(text)).toBe(reais));

test('a day without a time is the same day everywhere', () => {
  expect(formatDay('2026-12-31')).toBe('31/12/2026');
});

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [702, '702 bytes'],
  [999, '999 bytes'],
  [1000, '1 KB'],
  [1024, '1 KB'],
  [101_733, '99,3 KB'],
  [102_348, '99,9 KB'],
  [102_349, '100 KB'],
  [1_023_487, '999 KB'],
  [1_023_488, '1 MB'],
  [764_043, '746 KB'],
  [445_205_787, '425 MB'],
  [1_073_000_000, '1 GB'],
  [2000 * 1024 ** 4, '2.000 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(plain(formatBytes(bytes))).toBe(text);
});

test.each([
  [0.4, '0 s'],
  [59.4, '59 s'],
  [59.6, '1 min'],
  [60, '1 min'],
  [73, '1 min 13 s'],
  [179, '2 min 59 s'],
  [3600, '1 h'],
  [3620, '1 h'],
  [5430, '1 h 31 min'],
  [7190, '2 h'],
])('%d seconds are %s', (seconds, text) => {
  expect(plain(formatSeconds(seconds))).toBe(text);
});

test('the time left agrees with its number', () => {
  const texts = [1, 11, 60, 73, 3600].map((seconds) => plain(timeLeftText(seconds)));
  expect(texts).toEqual([
    'falta 1 s',
    'faltam 11 s',
    'falta 1 min',
    'faltam 1 min 13 s',
    'falta 1 h',
  ]);
});

test('the time of a step that was quick keeps its fractions', () => {
  expect(plain(formatMilliseconds(840))).toBe('0,84 s');
  expect(plain(formatMilliseconds(9994))).toBe('9,99 s');
  expect(plain(formatMilliseconds(10_400))).toBe('10 s');
  expect(plain(formatMilliseconds(73_000))).toBe('1 min 13 s');
});

test('the first of many texts, and how many others there are', () => {
  expect(formatFirst(['3'], 2)).toBe('3');
  expect(formatFirst(['3', '8'], 2)).toBe('3 e 8');
  expect(formatFirst(Array<string>(1205).fill('x'), 2)).toBe('x, x e mais 1.203');
});

import { expect, test } from 'vitest';
import {
  expectedNote,
  expectedRange,
  provisionalMonths,
  provisionalTexts,
} from './expected-change.ts';

const month = (name: string, expected: { lower: number; upper: number } | null) => ({
  month: name,
  declared: 100,
  admissions: [],
  expected,
});
const newest = month('202610', { lower: -0.00412, upper: 0.01149 });
const method = (from: string, to: string) => ({
  period: { from, to },
  series: 'ajustada' as const,
  movement: 'admissao' as const,
});
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ');

test('states how much a month still changes', () => {
  expect(plain(expectedRange(newest))).toBe('−0,4 a +1,1 %');
  expect(plain(expectedRange(month('202610', { lower: -0.0001, upper: 0.0002 })))).toBe(
    '0,0 a 0,0 %',
  );
  expect(expectedRange(month('202510', null))).toBe('');
});

const months = [newest, month('202609', { lower: 0.001, upper: 0.002 }), month('202508', null)];

test('names the provisional months of a period, newest first', () => {
  const found = provisionalMonths(months, method('202508', '202610'));
  expect(plain(found?.sentence ?? '')).toBe(
    'Provisório: o número de admissões do país em outubro de 2026 ainda deve mudar −0,4 a +1,1 %.',
  );
  expect(found?.others.map(plain)).toEqual(['set/2026: +0,1 a +0,2 %']);
  expect(provisionalMonths(months, method('202508', '202508'))).toBeNull();
  expect(
    provisionalMonths(months, { ...method('202508', '202610'), movement: 'desligamento' }),
  ).toBeNull();
});

test('a document states those of its selections once', () => {
  const whole = method('202508', '202610');
  expect(provisionalTexts(months, [whole, whole, method('202508', '202508')]).map(plain)).toEqual([
    'Provisório: o número de admissões do país em outubro de 2026 ainda deve mudar −0,4 a +1,1 %.',
    'Outros meses que ainda devem mudar: set/2026: +0,1 a +0,2 %.',
    plain(expectedNote),
  ]);
  expect(provisionalTexts(months, [method('202508', '202508')])).toEqual([]);
});

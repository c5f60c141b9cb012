import { expect, test } from 'vitest';
import {
  expectedNote,
  expectedRange,
  placeholderMonth,
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
    'Provisório: o número de admissões do país em outubro de 2026 ainda deve variar de −0,4 a +1,1 %.',
  );
  expect(found?.others.map(plain)).toEqual(['set/2026: +0,1 a +0,2 %']);
  expect(provisionalMonths(months, method('202508', '202508'))).toBeNull();
  expect(
    provisionalMonths(months, { ...method('202508', '202610'), movement: 'desligamento' }),
  ).toBeNull();
  const declared = { ...method('202508', '202610'), series: 'declarada' as const };
  expect(provisionalMonths(months, declared)).toBeNull();
  const ofOneMonth = provisionalMonths(months, method('202609', '202609'));
  expect(plain(ofOneMonth?.sentence ?? '')).toBe(
    'Provisório: o número de admissões do país em setembro de 2026 ainda deve variar de +0,1 a +0,2 %.',
  );
  expect(ofOneMonth?.others).toEqual([]);
});

test('a placeholder is of the newest month of the period, if that is under a year old', () => {
  const loaded = Array.from({ length: 13 }, (_, at) =>
    String(at < 3 ? 202510 + at : 202601 + at - 3),
  );
  const placeholder = (to: string, given = loaded) =>
    plain(placeholderMonth(given, method('202501', to))?.sentence ?? '');
  expect(loaded.at(-1)).toBe('202610');
  expect(placeholder('202610')).toContain(' em outubro de 2026 ');
  expect(placeholder('202511')).toContain(' em novembro de 2025 ');
  expect(placeholder('202510')).toBe('');
  // Twelve months are too few for an expectation.
  expect(placeholder('202610', loaded.slice(1))).toBe('');
});

test('a document states those of its selections once', () => {
  const whole = method('202508', '202610');
  expect(provisionalTexts(months, [whole, whole, method('202508', '202508')]).map(plain)).toEqual([
    'Provisório: o número de admissões do país em outubro de 2026 ainda deve variar de −0,4 a +1,1 %.',
    'Outros meses que ainda devem variar: set/2026: +0,1 a +0,2 %.',
    plain(expectedNote),
  ]);
  expect(provisionalTexts(months, [method('202508', '202508')])).toEqual([]);
  // A query of the newest month alone has no other month.
  expect(provisionalTexts(months, [method('202610', '202610')]).map(plain)).toEqual([
    'Provisório: o número de admissões do país em outubro de 2026 ainda deve variar de −0,4 a +1,1 %.',
    plain(expectedNote),
  ]);
});

import { expect, test } from 'vitest';
import { expectedText, provisionalMonths } from './expected-change.ts';

const month = (name: string, expected: { lower: number; upper: number } | null) => ({
  month: name,
  declared: 100,
  admissions: [],
  expected,
});
const newest = month('202610', { lower: -0.00412, upper: 0.01149 });
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ');

test('states how much a month still changes', () => {
  expect(plain(expectedText(newest))).toBe('ainda deve mudar −0,4 a +1,1 %');
  expect(plain(expectedText(month('202610', { lower: -0.0001, upper: 0.0002 })))).toBe(
    'ainda deve mudar 0,0 a 0,0 %',
  );
  expect(expectedText(month('202510', null))).toBeNull();
});

test('names the provisional months of a period, newest first', () => {
  const months = [newest, month('202609', { lower: 0.001, upper: 0.002 }), month('202508', null)];
  const found = provisionalMonths(months, { from: '202508', to: '202610' });
  expect(plain(found?.sentence ?? '')).toBe(
    'Provisório: o número de admissões do país em outubro de 2026 ainda deve mudar −0,4 a +1,1 %.',
  );
  expect(found?.others.map(plain)).toEqual(['set/2026: ainda deve mudar +0,1 a +0,2 %']);
  expect(provisionalMonths(months, { from: '202508', to: '202508' })).toBeNull();
});

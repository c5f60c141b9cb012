import { expect, test } from 'vitest';
import type { ReleaseSummary } from '../../../shared/contracts/release.ts';
import { lackText, lastMonthText } from './data-freshness.tsx';

const file = (kind: 'MOV' | 'FOR' | 'EXC') => ({ kind, publishedAt: '2026-05-30T12:00:00.000Z' });
const release: ReleaseSummary = {
  number: 12,
  publishedAt: '2026-05-30T12:00:00.000Z',
  isSynthetic: false,
  months: ['202603', '202604'],
  firstMonth: '202603',
  lastMonth: '202604',
  recentMonths: [
    { month: '202604', files: [file('MOV'), file('EXC')] },
    { month: '202603', files: [file('MOV'), file('FOR'), file('EXC')] },
  ],
  nextPublication: null,
};

test('the line states the last month, and when not all its files are here', () => {
  expect(lastMonthText(release)).toBe('Dados até abr/2026');
  expect(lackText(release)).toBe('ainda parciais');
  const files = [file('MOV'), file('FOR'), file('EXC')];
  expect(lackText({ ...release, recentMonths: [{ month: '202604', files }] })).toBe('');
});

test('late files without any MOV are no month of data', () => {
  const late = { ...release, lastMonth: null, recentMonths: [] };
  expect(lastMonthText(late)).toBe('Sem arquivo MOV');
  expect(lackText(late)).toBe('');
});

test('without published data no file is reported as missing', () => {
  const none = { ...release, number: null, lastMonth: null, recentMonths: [] };
  expect(lastMonthText(none)).toBe('Sem dados');
  expect(lackText(none)).toBe('');
});

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ReleaseSummary } from '../../../shared/contracts/release.ts';
import type { MonthRevisions } from '../../../shared/contracts/revisions.ts';
import { sampleReport } from '../../../tests/support/sample-report.ts';
import { monthRevisionsOptions } from '../../lib/month-revisions.ts';
import { releaseOptions } from '../../lib/release.ts';
import { ProvisionalMonths } from './provisional-months.tsx';

const [selection] = sampleReport([{ salaries: [] }]).selections;

/** The section for an answer about the sample's months, as text; `isHidden` if it only takes room. */
function shown(to: string, months: readonly string[], revisions?: MonthRevisions) {
  if (selection === undefined) throw new Error('The sample has a selection.');
  const { method } = selection.answer;
  const client = new QueryClient();
  const release: ReleaseSummary = {
    number: 7,
    publishedAt: null,
    isSynthetic: false,
    months: [...months],
    firstMonth: null,
    lastMonth: null,
    recentMonths: [],
    nextPublication: null,
  };
  client.setQueryData(releaseOptions.queryKey, release);
  if (revisions !== undefined) client.setQueryData(monthRevisionsOptions.queryKey, revisions);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ProvisionalMonths method={{ ...method, period: { from: to, to } }} />
    </QueryClientProvider>,
  );
  const text = html.replaceAll(/<[^>]*>/g, ' ').trim();
  return { text, isHidden: html.includes('invisible') };
}

const year = ['202506', '202507', '202508', '202509', '202510', '202511', '202512'];
const half = ['202601', '202602', '202603', '202604', '202605', '202606'];

test('a hidden sentence of equal length reserves the space of the provisional months until they are loaded', () => {
  const expected = { lower: 0.012, upper: 0.024 };
  const month = { month: '202606', declared: 100, admissions: [], expected };
  const known = shown('202606', [...year, ...half], {
    release: 7,
    isSynthetic: false,
    months: [month],
    bands: [],
  });
  expect(known).toMatchObject({ isHidden: false });
  expect(known.text).toContain('Provisório: o número de admissões do país em junho de 2026');
  const loading = shown('202606', [...year, ...half]);
  expect(loading).toMatchObject({ isHidden: true });
  expect(loading.text.replaceAll(/[\d,]+/g, '0')).toBe(known.text.replaceAll(/[\d,]+/g, '0'));
});

test('no space is reserved for a month that is a year old, or with fewer than thirteen months', () => {
  expect(shown('202506', [...year, ...half]).text).toBe('');
  expect(shown('202606', [...year.slice(1), ...half]).text).toBe('');
});

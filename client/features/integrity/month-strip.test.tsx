import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { IntegrityBadge, IntegrityRow } from '../../../shared/contracts/integrity.ts';
import { MonthStrip, shownRows } from './month-strip.tsx';

const counts = { admissions: null, separations: null, balance: null };
const wage = { official: null, ours: null, difference: null, badge: 'sem referência' } as const;

const row = (edition: string, badge: IntegrityBadge): IntegrityRow => ({
  month: '202001',
  series: 'declarada',
  edition,
  source: 'MTE',
  isImported: false,
  official: counts,
  ours: counts,
  difference: counts,
  badge,
  missing: [],
  nominalWage: wage,
  realWage: wage,
});

const markup = (rows: readonly IntegrityRow[]) =>
  renderToStaticMarkup(<MonthStrip rows={rows} month="" onMonth={() => undefined} />);

test('a month has the mark of its newest edition', () => {
  const rows = [row('202603', 'diverge'), row('202311', 'confere')];
  expect(markup(rows)).toContain('jan/2020, declarada: diverge');
});

test('an edition with wages only does not hide the counts of an earlier one', () => {
  const rows = [row('202603', 'sem referência'), row('202311', 'confere')];
  expect(markup(rows)).toContain('jan/2020, declarada: confere');
});

test('a month without any count of the ministry lacks it', () => {
  expect(markup([row('202603', 'sem referência')])).toContain('declarada: sem referência');
});

test('a month of several editions counts once', () => {
  const editions = [row('202603', 'sem referência'), row('202311', 'confere')];
  expect(shownRows(editions).map(({ badge }) => badge)).toEqual(['confere']);
});

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { IntegrityBadge, IntegrityRow } from '../../../shared/contracts/integrity.ts';
import { MonthStrip, shownRows } from './month-strip.tsx';

const counts = { admissions: null, separations: null, balance: null };
const wage = { official: null, ours: null, difference: null, badge: 'sem referência' } as const;

const row = (edition: string, badge: IntegrityBadge, month = '202001'): IntegrityRow => ({
  month,
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

test('years without a loaded month are folded, below the others', () => {
  const loaded = row('202603', 'confere', '202301');
  const years = [row('202603', 'não carregado', '202302'), row('202603', 'não carregado')];
  const [open = '', folded = ''] = markup([loaded, ...years]).split('<details');
  expect(open).toContain('jan/2023');
  expect(open).toContain('fev/2023');
  expect(open).not.toContain('jan/2020');
  expect(folded).toContain('Anos sem meses carregados');
  expect(folded).toContain('jan/2020');
  expect(markup([loaded])).not.toContain('<details');
});

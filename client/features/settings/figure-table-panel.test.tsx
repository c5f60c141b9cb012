import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { InpcTable, MinimumWageTable } from '../../../shared/contracts/settings.ts';
import { InpcPanel, MinimumWagePanel } from './figure-table-panel.tsx';

const imported = { percent: 0.31, source: 'IBGE, SNIPC', isBuiltIn: false };
const table: InpcTable = [
  { month: '202608', ...imported },
  { month: '202607', ...imported },
];

const markupOf = (path: string, rows: unknown, panel: ReactNode) => {
  const client = new QueryClient();
  client.setQueryData([path], rows);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>{panel}</QueryClientProvider>,
  ).replaceAll('\u00a0', ' ');
};

test('each imported month has a button of its own name, although their source is the same', () => {
  const markup = markupOf('/api/admin/inpc', table, <InpcPanel />);
  expect(markup).toContain('aria-label="Retirar: ago/2026, IBGE, SNIPC"');
  expect(markup).toContain('aria-label="Retirar: jul/2026, IBGE, SNIPC"');
});

test('a minimum wage of one month names it once, and a fall of prices has a minus sign', () => {
  const one = { source: 'MP 916/2019', isBuiltIn: true };
  const periods: MinimumWageTable = [{ from: '202001', to: '202001', value: 1039, ...one }];
  const wages = markupOf('/api/admin/minimum-wage', periods, <MinimumWagePanel />);
  expect(wages).toContain('>jan/2020<');
  const fallen: InpcTable = [{ month: '202508', percent: -0.21, source: 'IBGE', isBuiltIn: true }];
  expect(markupOf('/api/admin/inpc', fallen, <InpcPanel />)).toContain('−0,21 %');
});

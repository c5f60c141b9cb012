import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Company } from '../../../shared/contracts/companies.ts';
import { StackingTable } from '../../components/stacking-table.tsx';
import { companyColumns } from './company-table.tsx';

test('a long word in the name or the sector of a company wraps, and the page stays as wide as it is', () => {
  const company = {
    id: '1',
    name: 'N'.repeat(160),
    cnpj: '11222333000181',
    industry: 'S'.repeat(120),
    size: 'PEQUENA' as const,
    cnaes: [],
    cnaePrincipal: null,
    logo: null,
    userCount: 0,
    version: 1,
  } satisfies Company;
  const markup = renderToStaticMarkup(
    <StackingTable
      caption="Empresas"
      columns={companyColumns(
        () => undefined,
        () => undefined,
      )}
      rows={[company]}
      rowKey={({ id }) => id}
    />,
  );
  const spans = [...markup.matchAll(/<span class="([^"]*)">(?:N+|S+)</g)];
  expect(spans.map(([, names]) => names?.includes('wrap-anywhere'))).toEqual([true, true]);
});

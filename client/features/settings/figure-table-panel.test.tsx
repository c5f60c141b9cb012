import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { InpcTable } from '../../../shared/contracts/settings.ts';
import { InpcPanel } from './figure-table-panel.tsx';

const imported = { percent: 0.31, source: 'IBGE, SNIPC', isBuiltIn: false };
const table: InpcTable = [
  { month: '202608', ...imported },
  { month: '202607', ...imported },
];

test('each imported month has a button of its own name, although their source is the same', () => {
  const client = new QueryClient();
  client.setQueryData(['/api/admin/inpc'], table);
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <InpcPanel />
    </QueryClientProvider>,
  );
  expect(markup).toContain('aria-label="Retirar: ago/2026, IBGE, SNIPC"');
  expect(markup).toContain('aria-label="Retirar: jul/2026, IBGE, SNIPC"');
});

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { HealthAnswer } from '../../../shared/contracts/overview.ts';
import InClearBanner from './in-clear-banner.tsx';

function shown(status: 'ok' | 'warning') {
  const client = new QueryClient();
  const message = status === 'ok' ? null : 'Este sistema está aberto a outras máquinas sem HTTPS.';
  const health: HealthAnswer = {
    status: 'ok',
    parts: [
      { part: 'mail', label: 'E-mail', status: 'warning', message: 'Sem SMTP.' },
      { part: 'https', label: 'Criptografia (HTTPS)', status, message },
    ],
  };
  client.setQueryData(['health'], health);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <InClearBanner />
    </QueryClientProvider>,
  ).replaceAll(/<[^>]*>/g, '');
}

test('administrators see the warning about missing HTTPS, and no other part of the health check', () => {
  expect(shown('warning')).toBe('Este sistema está aberto a outras máquinas sem HTTPS.');
  expect(shown('ok')).toBe('');
});

import { QueryClient, QueryClientProvider, skipToken, useQuery } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CallError, UnreachableError } from '../lib/call.ts';
import { AsyncPanel } from './async-panel.tsx';

function Failed() {
  const query = useQuery({ queryKey: ['x'], queryFn: skipToken });
  return (
    <AsyncPanel query={query} skeleton={null}>
      {(answer) => String(answer)}
    </AsyncPanel>
  );
}

/** What a panel shows after its query failed, at first or after an earlier answer. */
function panelOf(error: Error, data?: string): string {
  const client = new QueryClient();
  client
    .getQueryCache()
    .build(client, { queryKey: ['x'] })
    .setState({ status: 'error', error, data });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Failed />
    </QueryClientProvider>,
  );
}

test("a panel shows the server's message, and advice instead of a gateway's message", () => {
  const refused = new CallError(403, 'O seu papel não permite isto.', { code: 'not_allowed' });
  expect(panelOf(refused)).toContain('O seu papel não permite isto.');
  expect(panelOf(new UnreachableError(null))).toContain(
    'Sem conexão com o servidor. Verifique a internet e tente de novo.',
  );
  for (const text of ['Bad Gateway', '']) {
    const panel = panelOf(new CallError(502, text));
    expect(panel).toContain('O servidor não está respondendo (erro 502).');
    expect(panel).not.toContain('Bad Gateway');
  }
});

test('a panel offers a retry only where the same call can succeed', () => {
  const offersRetry = (status: number, code?: string) =>
    panelOf(new CallError(status, 'x', code === undefined ? {} : { code })).includes('Tentar');
  for (const status of [400, 403, 404, 409, 422]) expect(offersRetry(status, 'x')).toBe(false);
  for (const status of [401, 429, 500, 503]) expect(offersRetry(status, 'x')).toBe(true);
  // A proxy can refuse a call that the server would answer.
  for (const status of [403, 404, 502]) expect(offersRetry(status)).toBe(true);
  expect(panelOf(new UnreachableError(null))).toContain('Tentar');
});

test('an earlier answer stays below the error of a later load', () => {
  const panel = panelOf(new UnreachableError(null), 'R$ 1.910,00');
  expect(panel).toMatch(/Sem conexão.*R\$ 1\.910,00/);
});

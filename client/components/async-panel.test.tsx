import { QueryClient, QueryClientProvider, skipToken, useQuery } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CallError, UnreachableError } from '../lib/call.ts';
import { AsyncPanel } from './async-panel.tsx';

function Failed() {
  const query = useQuery({ queryKey: ['x'], queryFn: skipToken });
  return (
    <AsyncPanel query={query} skeleton={null}>
      {() => null}
    </AsyncPanel>
  );
}

/** What a panel shows after its query failed. */
function panelOf(error: Error): string {
  const client = new QueryClient();
  client
    .getQueryCache()
    .build(client, { queryKey: ['x'] })
    .setState({ status: 'error', error });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Failed />
    </QueryClientProvider>,
  );
}

test("a panel shows the server's own sentence, and in place of a gateway's words what to do", () => {
  const refused = new CallError(403, 'O seu papel não permite isto.', { code: 'not_allowed' });
  expect(panelOf(refused)).toContain('O seu papel não permite isto.');
  expect(panelOf(new UnreachableError(null))).toContain('Sem conexão com o servidor.');
  for (const text of ['Bad Gateway', '']) {
    const panel = panelOf(new CallError(502, text));
    expect(panel).toContain('O servidor não está respondendo (erro 502).');
    expect(panel).not.toContain('Bad Gateway');
  }
});

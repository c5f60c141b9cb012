import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { SearchFilters } from '../../shared/contracts/search.ts';
import { withRanks } from '../../shared/statistics/percentile.ts';
import { useSalaryRank } from './exact-distribution.ts';

afterEach(() => vi.unstubAllGlobals());

const answered = { filters: SearchFilters.parse({ cbo: '521110' }), release: 3 };
const centavos = 180_000;

function Rank() {
  const { rank, problem } = useSalaryRank(answered, centavos);
  return `${rank?.below} ${rank?.upTo} ${problem}`;
}

const shown = (client: QueryClient) =>
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Rank />
    </QueryClientProvider>,
  );

function clientWithFailed(queryKey: readonly unknown[]): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  client
    .getQueryCache()
    .build(client, { queryKey })
    .setState({ status: 'error', error: new Error('503') });
  return client;
}

const distributionKey = ['distribution', answered.filters, answered.release];
const rankKey = ['rank', answered.filters, answered.release, centavos];

test('a salary has its rank although the exact distribution could not be loaded', () => {
  const client = clientWithFailed(distributionKey);
  expect(shown(client)).toBe('undefined undefined undefined');
  client.setQueryData(rankKey, { below: 40, upTo: 55 });
  expect(shown(client)).toBe('40 55 undefined');
});

test('a failed request for a rank is a problem until the exact distribution is loaded', () => {
  const client = clientWithFailed(rankKey);
  expect(shown(client)).toBe(
    'undefined undefined Não foi possível carregar a distribuição. Tente de novo.',
  );
  client.setQueryData(distributionKey, withRanks({ centavos: [150_000, 180_000], counts: [2, 3] }));
  expect(shown(client)).toBe('2 5 undefined');
});

test('the rank is requested for the salary in reais, among the records of the answer’s release', async () => {
  const requests: unknown[] = [];
  vi.stubGlobal(
    'fetch',
    async (address: string, { method, body }: { method: string; body: string }) => {
      requests.push([method, address, JSON.parse(body)]);
      return Response.json({ rank: { below: 7, upTo: 9 } });
    },
  );
  const client = new QueryClient();
  // Rendering to text starts no request, and leaves the query with its function.
  expect(shown(client)).toBe('undefined undefined undefined');
  await client.getQueryCache().find({ queryKey: rankKey })?.fetch();
  expect(requests).toEqual([
    ['POST', '/api/search/rank', { filters: answered.filters, release: 3, salario: 1800 }],
  ]);
  expect(shown(client)).toBe('7 9 undefined');
});

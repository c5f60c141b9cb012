import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../lib/query-client.ts';
import { fetchMarket, minimumWageOptions } from './fetch-market.ts';
import { KnownMarket } from './market-ladder.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const answer = {
  periodo: { inicio: '202507', fim: '202606' },
  celulas: [],
  completude: { state: 'complete', months: 0, withoutMov: [] },
};

test('of two callers that share a market request, the second gets its result after the first aborts', async () => {
  const requested: string[] = [];
  const held = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (address: string, { signal }: RequestInit) => {
    requested.push(address);
    const left = new Promise((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason)),
    );
    if (requested.length === 1) await Promise.race([held.promise, left]);
    return Response.json(answer);
  });
  const client = new QueryClient();
  const job = { code: '521110', municipality: null, uf: null };
  const request = (signal: AbortSignal) =>
    fetchMarket([job], new KnownMarket(), {
      client,
      queryKey: ['placed'],
      release: 1,
      regionOf: { state: () => undefined, town: () => [] },
      signal,
      onProgress: () => undefined,
    });
  const first = new AbortController();
  const given = request(first.signal);
  await vi.waitFor(() => expect(requested).toHaveLength(1));
  const second = request(new AbortController().signal);
  first.abort();
  await expect(given).rejects.toThrow();
  await second;
  expect(requested).toHaveLength(2);
});

test('the minimum wage is fetched until the server answers, and not after a refusal', async () => {
  vi.useFakeTimers();
  const answers = [
    () => {
      throw new TypeError('Failed to fetch');
    },
    () => new Response('', { status: 502 }),
    () => Response.json([]),
    () => Response.json({ message: 'Não.', code: 'not_allowed' }, { status: 403 }),
  ];
  vi.stubGlobal('fetch', async () => answers.shift()?.());
  const fetched = createQueryClient(() => undefined).fetchQuery(minimumWageOptions);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await fetched).toEqual([]);
  const refused = createQueryClient(() => undefined).fetchQuery(minimumWageOptions);
  await expect(refused).rejects.toThrow('Não.');
});

test('a minimum wage that was imported since is fetched again', async () => {
  const fetched = vi.fn(async () => Response.json([]));
  vi.stubGlobal('fetch', fetched);
  const client = createQueryClient(() => undefined);
  await client.fetchQuery(minimumWageOptions);
  await client.fetchQuery(minimumWageOptions);
  expect(fetched).toHaveBeenCalledTimes(2);
});

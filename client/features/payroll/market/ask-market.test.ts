import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { askMarket } from './ask-market.ts';
import { KnownMarket } from './market-ladder.ts';

afterEach(() => void vi.unstubAllGlobals());

const answer = {
  periodo: { inicio: '202507', fim: '202606' },
  versao: 1,
  celulas: [],
  completude: { state: 'complete', months: 0, withoutMov: [] },
};

test('of two callers that share a market request, the second gets its result after the first aborts', async () => {
  const asked: string[] = [];
  const held = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (address: string, { signal }: RequestInit) => {
    asked.push(address);
    const left = new Promise((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason)),
    );
    if (asked.length === 1) await Promise.race([held.promise, left]);
    return Response.json(answer);
  });
  const client = new QueryClient();
  const job = { code: '521110', municipality: null, uf: null };
  const ask = (signal: AbortSignal) =>
    askMarket([job], new KnownMarket(), {
      client,
      queryKey: ['placed'],
      release: 1,
      regionOf: { state: () => undefined, town: () => [] },
      signal,
      onProgress: () => undefined,
    });
  const first = new AbortController();
  const given = ask(first.signal);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  const second = ask(new AbortController().signal);
  first.abort();
  await expect(given).rejects.toThrow();
  await second;
  expect(asked).toHaveLength(2);
});

import { Suspense } from 'react';
import { prerender } from 'react-dom/static';
import { afterEach, expect, test, vi } from 'vitest';
import { lazy } from './lazy.tsx';

afterEach(() => vi.unstubAllGlobals());

/** The page around a chunk that fails to load although the browser has a network. */
async function pageWithout(server: () => Promise<unknown>): Promise<string> {
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', vi.fn(server));
  const Chunk = lazy<object>(() =>
    Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
  );
  const { prelude } = await prerender(
    <Suspense>
      <h1>Relatórios</h1>
      <Chunk />
    </Suspense>,
  );
  return new Response(prelude).text();
}

test.each([
  ['the server does not respond', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the gateway responds for the server', () => Promise.resolve({ status: 502 })],
])('a chunk that fails while %s can be requested again, and the page stays', async (_, server) => {
  const page = await pageWithout(server);
  expect(page).toContain('Relatórios');
  expect(page).toContain('O servidor não está respondendo.');
  expect(page).toContain('Tentar de novo');
});

test('a chunk that an updated server no longer has needs a reload', async () => {
  const page = await pageWithout(() => Promise.resolve({ status: 200 }));
  expect(page).toContain('O sistema pode ter sido atualizado.');
  expect(page).toContain('Recarregar a página');
});

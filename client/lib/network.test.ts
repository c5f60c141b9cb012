import { afterEach, expect, test, vi } from 'vitest';
import { isUnreachable } from './network.ts';

afterEach(() => vi.unstubAllGlobals());

function browser({ onLine }: { onLine: boolean }, fetched: () => Promise<unknown>) {
  vi.stubGlobal('navigator', { onLine });
  vi.stubGlobal('fetch', vi.fn(fetched));
}

test('without a network, a server on the same machine is still reached', async () => {
  browser({ onLine: false }, () => Promise.resolve({}));
  expect(await isUnreachable()).toBe(false);
});

test('without a network, another server is not reached', async () => {
  browser({ onLine: false }, () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await isUnreachable()).toBe(true);
});

test('with a network, no request is sent to find out', async () => {
  browser({ onLine: true }, () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await isUnreachable()).toBe(false);
  expect(fetch).not.toHaveBeenCalled();
});

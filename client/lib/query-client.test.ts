import {
  MutationObserver,
  notifyManager,
  onlineManager,
  type QueryClient,
  QueryObserver,
} from '@tanstack/react-query';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { CallError, UnreachableError } from './call.ts';
import { createQueryClient } from './query-client.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a screen learns that its call is in progress before a second click can come', async () => {
  const client = createQueryClient(() => undefined);
  const observer = new MutationObserver(client, { mutationFn: () => new Promise(() => undefined) });
  const states: boolean[] = [];
  const note = notifyManager.batchCalls(() => states.push(observer.getCurrentResult().isPending));
  observer.subscribe(note);
  void observer.mutate();
  // Clicks are tasks: all microtasks of the first one run before the second one.
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  expect(states).toContain(true);
});

/** How often a list on the screen is fetched, the first time included, once a change has failed. */
async function fetchesAfter(failure: Error): Promise<number> {
  const client = createQueryClient(() => undefined);
  const fetchList = vi.fn(async () => ['Vendedores']);
  const list = new QueryObserver(client, { queryKey: ['saved'], queryFn: fetchList });
  const leave = list.subscribe(() => undefined);
  const change = new MutationObserver(client, { mutationFn: () => Promise.reject(failure) });
  await change.mutate().catch(() => undefined);
  await vi.advanceTimersByTimeAsync(10_000);
  leave();
  return fetchList.mock.calls.length;
}

test('after a change of something that was deleted meanwhile, the list is fetched again', async () => {
  vi.useFakeTimers();
  const message = 'Esta pesquisa salva não existe.';
  expect(await fetchesAfter(new CallError(404, message, { code: 'unknown_search' }))).toBe(2);
  expect(await fetchesAfter(new CallError(409, message, { code: 'stale_version' }))).toBe(1);
  // A gateway's error page.
  expect(await fetchesAfter(new CallError(404, 'Not Found'))).toBe(1);
});

test('after a change whose response was lost, the list is fetched again once the server responds', async () => {
  vi.useFakeTimers();
  const responses = [502, 200];
  const fetched = vi.fn(async () => new Response(null, { status: responses.shift() ?? 200 }));
  vi.stubGlobal('fetch', fetched);
  expect(await fetchesAfter(new UnreachableError('no network'))).toBe(2);
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(await fetchesAfter(new CallError(504, 'Gateway Timeout'))).toBe(2);
});

/** A query on the screen that fails, and goes on failing. */
function failing(client: QueryClient, failure: Error) {
  const queryFn = vi.fn(() => Promise.reject(failure));
  const observer = new QueryObserver(client, { queryKey: [failure.message], queryFn });
  onTestFinished(observer.subscribe(() => undefined));
  return { observer, queryFn };
}

test('what a lost connection made fail is fetched again when it is back, and nothing else', async () => {
  vi.stubGlobal('fetch', async () => new Response());
  const client = createQueryClient(() => undefined);
  client.mount();
  const refused = failing(client, new CallError(422, 'A faixa é estreita demais.'));
  const lost = failing(client, new UnreachableError('no network'));
  await expect.poll(() => lost.observer.getCurrentResult().isError).toBe(true);
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await expect.poll(() => lost.queryFn.mock.calls.length).toBe(2);
  expect(refused.queryFn).toHaveBeenCalledOnce();
  client.unmount();
});

test('what failed while the server was away is fetched again once it is back, and nothing else', async () => {
  vi.useFakeTimers();
  let status = 502;
  vi.stubGlobal('fetch', async () => new Response(null, { status }));
  const client = createQueryClient(() => undefined);
  const gateway = failing(client, new CallError(502, 'Bad Gateway'));
  const lost = failing(client, new UnreachableError('no server'));
  const heavy = failing(client, new CallError(503, 'Muitas pesquisas.', { code: 'busy' }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(gateway.queryFn).toHaveBeenCalledOnce();
  status = 200;
  await vi.advanceTimersByTimeAsync(10_000);
  // The second time, they failed while the server responded.
  await vi.advanceTimersByTimeAsync(60_000);
  expect(gateway.queryFn).toHaveBeenCalledTimes(2);
  expect(lost.queryFn).toHaveBeenCalledTimes(2);
  expect(heavy.queryFn).toHaveBeenCalledOnce();
});

import { MutationObserver, notifyManager } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createQueryClient } from './query-client.ts';

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

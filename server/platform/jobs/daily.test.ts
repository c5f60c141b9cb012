import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startDaily } from './daily.ts';

test('a task that waits for another server does not delay the stop', async () => {
  let stopped: AbortSignal | undefined;
  const run = (signal: AbortSignal) => {
    stopped = signal;
    return new Promise<object>(() => undefined);
  };
  const stop = startDaily([{ name: 'mute', at: '0 3 * * *', run }], pino({ level: 'silent' }));
  await stop();
  expect(stopped?.aborted).toBe(true);
});

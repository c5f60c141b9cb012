import { Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { vi } from 'vitest';

/**
 * Sends a body whose second half arrives ten seconds after the first, by the clock of `admitLate`. Runs `meanwhile` in
 * between.
 */
export async function sendSlowly<Answer>(
  body: Buffer,
  meanwhile: () => unknown,
  send: (payload: Readable) => Promise<Answer>,
): Promise<Answer> {
  const now = performance.now.bind(performance);
  let passedMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passedMs);
  const half = body.length >> 1;
  async function* halves() {
    yield body.subarray(0, half);
    // The server authorises the request and begins to read it.
    for (let turn = 0; turn < 100; turn += 1) await yieldToEventLoop();
    await meanwhile();
    passedMs = 10_000;
    yield body.subarray(half);
  }
  try {
    return await send(Readable.from(halves(), { objectMode: false }));
  } finally {
    clock.mockRestore();
  }
}

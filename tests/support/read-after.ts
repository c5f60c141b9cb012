import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { vi } from 'vitest';

/**
 * Starts a download, runs `meanwhile` once it has begun, lets ten seconds pass for `itemsWhileAdmitted`, and reads on.
 * Returns whether the response arrived complete.
 */
export async function isCompleteAfter(
  url: string,
  cookie: string,
  meanwhile: () => Promise<unknown>,
): Promise<boolean> {
  const headers = { cookie, 'accept-encoding': 'identity' };
  const [response]: IncomingMessage[] = await once(get(url, { headers }), 'response');
  if (response?.statusCode !== 200) throw new Error(`The status is ${response?.statusCode}.`);
  await meanwhile();
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_000);
  try {
    response.on('error', () => {}).resume();
    if (!response.closed) await once(response, 'close').catch(() => undefined);
    return response.complete;
  } finally {
    clock.mockRestore();
  }
}

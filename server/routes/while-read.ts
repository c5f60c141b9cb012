import type { FastifyReply, FastifyRequest } from 'fastify';
import { stillAdmitted } from './guard.ts';

const askWhoEveryMs = 5_000;

/** The same items while the person may have them and takes them; otherwise his connection ends. */
export async function* whileRead<Item>(
  request: FastifyRequest,
  { raw }: FastifyReply,
  items: AsyncIterable<Item>,
  {
    stalledMs,
    askEveryMs = askWhoEveryMs,
  }: { readonly stalledMs: number; readonly askEveryMs?: number },
): AsyncGenerator<Item> {
  let askedAt = performance.now();
  for await (const item of items) {
    if (performance.now() - askedAt > askEveryMs) {
      if ((await stillAdmitted(request)) === undefined) return void raw.destroy();
      askedAt = performance.now();
    }
    const stalled = setTimeout(() => raw.destroy(), stalledMs);
    try {
      yield item;
    } finally {
      clearTimeout(stalled);
    }
  }
}

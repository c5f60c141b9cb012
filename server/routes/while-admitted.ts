import type { FastifyReply, FastifyRequest } from 'fastify';
import { stillAdmitted } from './guard.ts';

const checkEveryMs = 5_000;

/** The items while the person may still have them. Ends the connection when the session ends or the role changes. */
export async function* whileAdmitted<Item>(
  request: FastifyRequest,
  { raw }: FastifyReply,
  items: AsyncIterable<Item>,
  everyMs = checkEveryMs,
): AsyncGenerator<Item> {
  let checkedAt = performance.now();
  for await (const item of items) {
    if (performance.now() - checkedAt > everyMs) {
      if ((await stillAdmitted(request)) === undefined) return void raw.destroy();
      checkedAt = performance.now();
    }
    yield item;
  }
}

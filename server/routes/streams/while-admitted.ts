import type { FastifyReply, FastifyRequest } from 'fastify';
import { stillAdmitted } from '../access/guard.ts';

const checkEveryMs = 5_000;

/** Passes items on while the user has access. Ends the connection if the session ends or the role changes. */
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

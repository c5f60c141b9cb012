import { once } from 'node:events';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { answering } from './answering.ts';

test('nothing is computed for a caller who left before it began', async () => {
  const app = Fastify();
  const called = Promise.withResolvers<void>();
  const result = Promise.withResolvers<boolean | undefined>();
  app.decorateRequest('user', null);
  app.decorateRequest('apiCaller', null);
  app.get('/', async (request, reply) => {
    const left = once(reply.raw, 'close');
    called.resolve();
    await left;
    return answering(request, reply, async ({ signal }) => result.resolve(signal?.aborted));
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const client = new AbortController();
  const call = fetch(address, { signal: client.signal });
  await called.promise;
  client.abort();
  await expect(call).rejects.toThrow('aborted');
  expect(await result.promise).toBe(true);
  await app.close();
});

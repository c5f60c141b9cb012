import { once } from 'node:events';
import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sendEvents } from './event-stream.ts';

test('a stream ends when its reader leaves while the next events are being looked for', async () => {
  const app = Fastify();
  const looking = Promise.withResolvers<void>();
  const found = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<number>();
  const left = Promise.withResolvers<void>();
  const closing = new AbortController();
  app.get('/events', async (_, reply) => {
    reply.raw.once('close', left.resolve);
    let looks = 0;
    const look = async () => {
      looks += 1;
      if (looks > 1) {
        looking.resolve();
        await found.promise;
      }
      return { events: [{ event: 'upload', data: 'x'.repeat(1000) }], isLast: false };
    };
    await sendEvents(reply, { look, closing: closing.signal });
    ended.resolve(looks);
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const leaving = new AbortController();
  const response = await fetch(`${address}/events`, { signal: leaving.signal });
  await response.body?.getReader().read();
  await looking.promise;
  leaving.abort();
  await left.promise;
  found.resolve();
  expect(await ended.promise).toBe(2);
  await app.close();
});

const lookNowhere = () => Promise.reject(new Error('No one is there to look for.'));

test('a client that left before the stream began gets none, and the stream ends', async () => {
  const app = Fastify();
  const waiting = Promise.withResolvers<void>();
  const given = Promise.withResolvers<void>();
  app.get('/events', async (_, reply) => {
    const left = once(reply.raw, 'close');
    waiting.resolve();
    await left;
    await sendEvents(reply, { look: lookNowhere, closing: new AbortController().signal });
    given.resolve();
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const leaving = new AbortController();
  const requested = fetch(`${address}/events`, { signal: leaving.signal });
  await waiting.promise;
  leaving.abort();
  await expect(requested).rejects.toThrow('aborted');
  await given.promise;
  await app.close();
});

test('a stream goes on when the clock is put forward', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const app = Fastify();
  onTestFinished(() => app.close());
  let looks = 0;
  const look = async () => {
    looks += 1;
    if (looks === 1) vi.setSystemTime(Date.now() + 3_600_000);
    return { events: [], isLast: looks === 2 };
  };
  const closing = new AbortController().signal;
  app.get('/events', (_, reply) => sendEvents(reply, { look, closing }));
  await (await fetch(`${await app.listen({ port: 0, host: '127.0.0.1' })}/events`)).text();
  expect(looks).toBe(2);
});

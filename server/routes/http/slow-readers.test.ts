import { once } from 'node:events';
import { IncomingMessage, request, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { closeSlowReader, readerWatch, usualSlowestReader } from './slow-clients.ts';

const kib = 1024;

/** The seconds at which the reader is too slow, from the bytes sent by then; null where the server had no data. */
function looks(sentBytes: readonly (number | null)[]): number[] {
  const isTooSlow = readerWatch(usualSlowestReader);
  return sentBytes.flatMap((bytes, second) =>
    isTooSlow({ atMs: second * 1000, sentBytes: bytes ?? 0, isBlocked: bytes !== null })
      ? [second]
      : [],
  );
}

const reading = (perSecond: number) => Array.from({ length: 62 }, (_, at) => at * perSecond);

async function* endless() {
  for (;;) yield Buffer.alloc(100_000);
}

test('less than 64 KiB a second for 30 s is too slow, and 64 KiB is not', () => {
  expect(looks(reading(64 * kib))).toEqual([]);
  expect(looks(reading(64 * kib - 1))).toEqual([30, 60]);
  expect(looks(reading(0))).toEqual([30, 60]);
  expect(looks(reading(0).slice(0, 30))).toEqual([]);
});

test('a reader who waits for the server is not slow', () => {
  const waiting = [
    ...Array.from({ length: 29 }, () => 0),
    null,
    ...Array.from({ length: 30 }, () => 0),
  ];
  expect(looks(waiting)).toEqual([]);
  expect(looks([...waiting, 0])).toEqual([60]);
});

test('the last byte of a response counts too, and the next byte of a stream does not', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const destroyed = [true, false].map((isEnded) => {
    const socket = Object.defineProperties(new Socket(), {
      writableLength: { value: 1 },
      bytesWritten: { value: 1000 },
    });
    const raw = Object.defineProperties(new ServerResponse(new IncomingMessage(socket)), {
      socket: { value: socket },
      writableEnded: { value: isEnded },
    });
    const destroy = vi.spyOn(raw, 'destroy');
    const stop = closeSlowReader(raw, usualSlowestReader);
    vi.advanceTimersByTime(40_000);
    stop();
    return destroy.mock.calls.length > 0;
  });
  expect(destroyed).toEqual([true, false]);
});

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

test('over HTTP a reader who takes nothing loses the connection, and one who reads does not', async () => {
  const closed: string[] = [];
  const server = Fastify();
  app = server;
  server.get<{ Params: { name: string } }>('/:name', async ({ params }, reply) => {
    reply.raw.once('close', () => closed.push(params.name));
    const slowest = { bytesPerSecond: 64 * kib, windowMs: 300 };
    reply.raw.once('close', closeSlowReader(reply.raw, slowest));
    return reply.type('text/csv').send(Readable.from(endless()));
  });
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  const begun = async (name: string) => {
    const call = request(`${address}/${name}`);
    call.on('error', () => undefined);
    call.end();
    const [response] = await once(call, 'response');
    response.on('error', () => undefined);
    return response;
  };
  const [reader] = await Promise.all([begun('reads'), begun('takes-nothing')]);
  reader.resume();
  await expect.poll(() => closed).toEqual(['takes-nothing']);
  reader.destroy();
  await expect.poll(() => closed).toEqual(['takes-nothing', 'reads']);
});

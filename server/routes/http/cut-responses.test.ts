import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { cutResponses } from './cut-responses.ts';

const piece = 256 * 1024;

test.each([
  [10, []],
  [piece, []],
  [600_001, [piece, piece, 600_001 - 2 * piece]],
])('a response of %i bytes is sent whole, in pieces if it is long', async (length, pieces) => {
  const bytes = Buffer.from(Uint8Array.from({ length }, (_, at) => at % 251));
  const sizes: number[] = [];
  const app = Fastify();
  app.addHook('onSend', cutResponses);
  app.addHook('onSend', async (_request, _reply, payload) => {
    if (payload instanceof Readable) payload.on('data', (one: Buffer) => sizes.push(one.length));
    return payload;
  });
  app.get('/', async () => bytes);
  const { rawPayload } = await app.inject('/');
  expect(rawPayload.equals(bytes)).toBe(true);
  expect(sizes).toEqual(pieces);
  await app.close();
});

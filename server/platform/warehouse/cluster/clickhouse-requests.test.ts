import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { untilException } from './clickhouse-requests.ts';

const rows = '{"x":1}\n{"x":2}\n';
const message = 'Code: 395. DB::Exception: Value passed to throwIf is true';
const failing = `${rows}\r\n__exception__\r\nabcdefgh\r\n${message}\n58 abcdefgh\r\n__exception__\r\n`;

/** The reader takes each chunk before the next arrives. */
async function* comingSlowly(chunks: readonly string[]) {
  for (const chunk of chunks) {
    yield Buffer.from(chunk);
    await setImmediate();
  }
}

/** The bytes that passed, and the error that ended the stream. */
async function resultOf(chunks: readonly string[]) {
  const passed: Buffer[] = [];
  const source = Readable.from(comingSlowly(chunks));
  try {
    for await (const chunk of untilException(source, 'abcdefgh')) passed.push(chunk);
  } catch (error) {
    return { passed: Buffer.concat(passed).toString(), error };
  }
  return { passed: Buffer.concat(passed).toString() };
}

test('the error is reported and nothing of its frame passes, wherever the answer is cut', async () => {
  const cuts = Array.from({ length: failing.length + 1 }, (_, at) => [
    failing.slice(0, at),
    failing.slice(at),
  ]);
  for (const chunks of [...cuts, failing.split('')]) {
    const { passed, error } = await resultOf(chunks);
    expect(error).toEqual(new Error(message));
    // Bytes that the reader did not take before the error are lost.
    expect(rows.slice(0, passed.length)).toBe(passed);
  }
});

test('an answer without an error is the same to the byte, also one that ends like the beginning of a frame', async () => {
  const texts = [
    '',
    'a;b\r\n',
    '\r\n__exception__\r\nanother tag',
    'a\r\n__exception__\r\nabcdefg',
  ];
  for (const text of texts) {
    const chunks = text.split('').map((letter) => Buffer.from(letter));
    const answer = await buffer(untilException(Readable.from(chunks), 'abcdefgh'));
    expect(answer.toString()).toBe(text);
  }
});

test('a slow reader receives the error of a server that ended the connection long before', async () => {
  const server = createServer((_request, response) => {
    response.write('x'.repeat(200_000));
    response.write(failing, () => response.socket?.end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const answer = await new Promise<IncomingMessage>(
    (resolve) => void get({ port: address.port }, resolve),
  );
  const readSlowly = async () => {
    for await (const chunk of untilException(answer, 'abcdefgh')) {
      await sleep(100);
      expect(chunk.length).toBeGreaterThan(0);
    }
  };
  await expect(readSlowly()).rejects.toEqual(new Error(message));
  server.close();
});

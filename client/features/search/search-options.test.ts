import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { CallError, UnexpectedAnswerError, UnreachableError } from '../../lib/call.ts';
import { sendForLongAnswer } from './search-options.ts';

const Head = z.object({ count: z.number(), title: z.string() });
const Whole = Head.extend({ many: z.array(z.number()) });
const head = '{"count":3,"title":"Técnico \\",\\"many\\":[9]"';
const whole = { count: 3, title: 'Técnico ","many":[9]', many: [1, 2] };

describe('a long answer', () => {
  let address: string;
  let begun: PromiseWithResolvers<ServerResponse>;
  const server = createServer((request, reply) => {
    request.resume();
    begun.resolve(reply);
  });
  beforeEach(async () => {
    begun = Promise.withResolvers();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const at = server.address();
    address = `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}/`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const ask = () => {
    const leave = new AbortController();
    const result = Promise.withResolvers<z.infer<typeof Head>>();
    const tell = vi.fn(result.resolve);
    const answer = sendForLongAnswer(address, Whole, {
      body: {},
      signal: leave.signal,
      beginning: { form: Head, endsBefore: ',"many":', tell },
    });
    return { answer, result: result.promise, tell, leave };
  };

  test('shows its head while the rest is on its way, wherever the text is cut', async () => {
    const { answer, result, tell } = ask();
    const reply = await begun.promise;
    // Splits in the middle of a two-byte letter, and in the middle of the text that follows the head.
    const text = Buffer.from(`${head},"many":`);
    const letter = text.indexOf('é') + 1;
    for (const piece of [
      text.subarray(0, letter),
      text.subarray(letter, -4),
      text.subarray(-4),
      '[1,',
    ]) {
      reply.write(piece);
      await new Promise(setImmediate);
    }
    await expect(result).resolves.toEqual({ count: 3, title: whole.title });
    reply.end('2]}');
    await expect(answer).resolves.toEqual(whole);
    expect(tell).toHaveBeenCalledTimes(1);
  });

  test('that is there at once is reported once', async () => {
    const { answer, tell } = ask();
    (await begun.promise).end(JSON.stringify(whole));
    await expect(answer).resolves.toEqual(whole);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(tell).not.toHaveBeenCalled();
  });

  test('that breaks off is reported as no connection, however much had come', async () => {
    const { answer, result } = ask();
    const failed = expect(answer).rejects.toThrow(UnreachableError);
    const reply = await begun.promise;
    reply.write(`${head},"many":[1`);
    await result;
    reply.destroy();
    await failed;
  });

  test('is left when no one wants it any more', async () => {
    const { answer, result, leave } = ask();
    const failed = expect(answer).rejects.toThrow('enough');
    const reply = await begun.promise;
    const left = once(reply, 'close');
    reply.write(`${head},"many":[1`);
    await result;
    leave.abort(new Error('enough'));
    await failed;
    await left;
  });

  test('of another form, or a refusal, is reported as usual', async () => {
    const unlike = ask();
    (await begun.promise).end('{"other":1}');
    await expect(unlike.answer).rejects.toThrow(UnexpectedAnswerError);
    begun = Promise.withResolvers();
    const refused = ask();
    const reply = await begun.promise;
    reply.statusCode = 503;
    reply.end('{"message":"Há muitas pesquisas ao mesmo tempo.","code":"too_many_searches"}');
    await expect(refused.answer).rejects.toThrow(
      new CallError(503, 'Há muitas pesquisas ao mesmo tempo.', { code: 'too_many_searches' }),
    );
  });
});

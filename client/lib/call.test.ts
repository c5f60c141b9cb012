import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import {
  CallError,
  failureText,
  getFile,
  send,
  UnexpectedAnswerError,
  UnreachableError,
} from './call.ts';

let address: string;
let begun: PromiseWithResolvers<ServerResponse>;
const server = createServer((request, reply) => {
  request.resume();
  begun.resolve(reply);
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = server.address();
  address = `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}/`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});
beforeEach(() => {
  begun = Promise.withResolvers();
});

const request = (signal = new AbortController().signal) =>
  send('POST', address, z.object({ count: z.number() }), {}, { signal });

test('a response that breaks off is reported as no connection', async () => {
  const failed = expect(request()).rejects.toThrow(UnreachableError);
  const reply = await begun.promise;
  reply.write('{"count":');
  await new Promise((resolve) => setTimeout(resolve, 50));
  reply.destroy();
  await failed;
});

test('a file that breaks off is reported as no connection', async () => {
  const failed = expect(getFile(address)).rejects.toThrow(UnreachableError);
  const reply = await begun.promise;
  reply.setHeader('content-length', 1000);
  reply.write('PK');
  await new Promise((resolve) => setTimeout(resolve, 50));
  reply.destroy();
  await failed;
});

test('a refusal that breaks off is reported as no connection too', async () => {
  const failed = expect(request()).rejects.toThrow(UnreachableError);
  const reply = await begun.promise;
  reply.statusCode = 503;
  reply.write('{"message":');
  await new Promise((resolve) => setTimeout(resolve, 50));
  reply.destroy();
  await failed;
});

test('an aborted request ends with the reason, also within the response', async () => {
  const leave = new AbortController();
  const failed = expect(request(leave.signal)).rejects.toThrow('enough');
  const reply = await begun.promise;
  reply.write('{"count":');
  await new Promise((resolve) => setTimeout(resolve, 50));
  leave.abort(new Error('enough'));
  await failed;
});

test('a response of another form, and a refusal, are reported as such', async () => {
  const unlike = expect(request()).rejects.toThrow(UnexpectedAnswerError);
  (await begun.promise).end('{"other":1}');
  await unlike;
  begun = Promise.withResolvers();
  const message = 'Há muitas pesquisas ao mesmo tempo.';
  const refused = expect(request()).rejects.toThrow(
    new CallError(503, message, { code: 'too_many_searches' }),
  );
  const reply = await begun.promise;
  reply.statusCode = 503;
  reply.end(JSON.stringify({ message, code: 'too_many_searches' }));
  await refused;
});

test('after a gateway’s error, a fallback that does not say what to do is followed by that', () => {
  const error = new CallError(503, 'Service Unavailable');
  expect(failureText(error, 'Erro ao salvar a pesquisa')).toMatch(
    /^Erro ao salvar a pesquisa\. .* Tente de novo em um minuto\./,
  );
  // nginx accepts 1 MiB by default, and repeating the request does not help.
  expect(failureText(new CallError(413, ''), 'Erro no upload')).toMatch(
    /grande demais para o proxy.*20 MiB ou mais\.$/,
  );
  expect(failureText(error, 'Pode não ter sido salvo. Recarregue a página e confira.')).toBe(
    'Pode não ter sido salvo. Recarregue a página e confira.',
  );
  expect(failureText(new Error('x is not a function'), 'Erro')).toBe('Erro');
});

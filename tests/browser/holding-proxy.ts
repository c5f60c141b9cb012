import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/**
 * A proxy to a server on loopback that acts as a slow line: for one path it holds the response back after a given text.
 */
export async function holdingProxy(target: string, held: { path: string; after: string }) {
  const letGo = Promise.withResolvers<void>();
  const pass = async (request: IncomingMessage, reply: ServerResponse) => {
    const { method, url, headers } = request;
    // Uncompressed, so that the proxy finds the text.
    const far = ask(new URL(url ?? '/', target), {
      method,
      headers: { ...headers, 'accept-encoding': 'identity' },
    });
    const answered = once(far, 'response');
    request.pipe(far);
    const answer: IncomingMessage = (await answered)[0];
    reply.writeHead(answer.statusCode ?? 502, answer.headers);
    const text = await buffer(answer);
    const at = url === held.path ? text.indexOf(held.after) : -1;
    if (at !== -1) {
      reply.write(text.subarray(0, at + held.after.length));
      await letGo.promise;
    }
    reply.end(at === -1 ? text : text.subarray(at + held.after.length));
  };
  const server = createServer((request, reply) => {
    pass(request, reply).catch(() => reply.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    address: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    letGo: () => letGo.resolve(),
    [Symbol.asyncDispose]: async () => {
      letGo.resolve();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

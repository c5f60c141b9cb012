import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Keeps the IP address of each request's caller. A connection forgets it when its client disconnects, unless it was
 * read before: an act that is recorded after that would fail. Call it before other hooks, which may wait.
 */
export function keepAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const value = addressOf(request.ip) ?? request.socket.remoteAddress ?? request.ip;
    Object.defineProperty(request, 'ip', { value });
    done();
  });
}

const withPort = /^(?:\[([^\]]+)\](?::\d+)?|([^:]+):\d+)$/;

/**
 * The address in what a proxy states, without the port that some add (Azure Application Gateway, IIS): with it each
 * connection would count as another network. Undefined if there is none.
 */
function addressOf(stated: string): string | undefined {
  const [, six, four] = withPort.exec(stated) ?? [];
  return [stated, six, four].find((text) => text !== undefined && isIP(text) !== 0);
}

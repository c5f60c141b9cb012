import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Keeps the IP address of each request's caller. A connection forgets it when its client disconnects, unless it was
 * read before: an act that is recorded after that would fail. Call it before other hooks, which may wait.
 */
export function keepAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const stated = request.headers['x-forwarded-for'];
    if (typeof stated === 'string') {
      const addresses = stated.split(',').map((text) => withoutPort(text.trim()));
      request.headers['x-forwarded-for'] = addresses.join(', ');
    }
    const { ip, socket } = request;
    Object.defineProperty(request, 'ip', { value: isIP(ip) === 0 ? socket.remoteAddress : ip });
    done();
  });
}

const withPort = /^(?:\[([^\]]+)\](?::\d+)?|([^:]+):\d+)$/;

/**
 * The address that a proxy states, without the port that some add (Azure Application Gateway, IIS): with it each
 * connection would count as another network, and no proxy in a chain would be a trusted one.
 */
function withoutPort(stated: string): string {
  const [, ipv6, ipv4] = withPort.exec(stated) ?? [];
  return [ipv6, ipv4].find((text) => text !== undefined && isIP(text) !== 0) ?? stated;
}

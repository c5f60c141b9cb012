import type { FastifyInstance } from 'fastify';

/**
 * Keeps the IP address of each request's caller. A connection forgets it when its client disconnects, unless it was
 * read before: an act that is recorded after that would fail. Call it before other hooks, which may wait.
 */
export function keepAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    Object.defineProperty(request, 'ip', { value: request.ip });
    done();
  });
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

const sane = /^[\w-]{8,64}$/;
const current = new AsyncLocalStorage<string>();

/** The ID of a request in the log, for users to quote: the caller's or a proxy's if it is a plain word, or random. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && sane.test(given) ? given : randomBytes(8).toString('hex');
}

/** The ID of the request that this code runs for, if any. */
export const currentRequestId = (): string | undefined => current.getStore();

/** Adds the request's ID to every response. Call it before other hooks, which may send a response. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    current.run(request.id, done);
  });
  // After the body is read, the code runs in the connection's async context, not in the request's.
  app.addHook('preValidation', (request, _reply, done) => current.run(request.id, done));
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

const sane = /^[\w-]{8,64}$/;
const current = new AsyncLocalStorage<string>();

/** The name of a request in the log and for people to quote: the caller's or a proxy's where it is a plain word. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && sane.test(given) ? given : randomBytes(8).toString('hex');
}

/** The name of the request that this code works for, if it works for one. */
export const currentRequestId = (): string | undefined => current.getStore();

/** Sends every answer with the name of its request. Call it before other hooks, which may answer. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    current.run(request.id, done);
  });
  // What reads the body goes on as the connection and not as the request.
  app.addHook('preValidation', (request, _reply, done) => current.run(request.id, done));
}

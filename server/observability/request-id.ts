import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

const sane = /^[\w-]{8,64}$/;

/** The name of a request in the log and for people to quote: the caller's or a proxy's where it is a plain word. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && sane.test(given) ? given : randomBytes(8).toString('hex');
}

/** Sends every answer with the name of its request. Call it before other hooks, which may answer. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
}

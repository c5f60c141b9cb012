import type { FastifyRequest } from 'fastify';
import { signedInUser } from './guard.ts';

/** The signed-in person of a request, as one who acts: for the audit. */
export const actorOf = (request: FastifyRequest) => ({
  userId: signedInUser(request).id,
  address: request.ip,
});

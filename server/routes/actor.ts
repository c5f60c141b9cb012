import type { FastifyRequest } from 'fastify';
import { deviceOf } from '../people/identity/device.ts';
import type { SessionOrigin } from '../people/identity/sessions.ts';
import { signedInUser } from './guard.ts';

/** The signed-in person of a request, as one who acts: for the audit. */
export const actorOf = (request: FastifyRequest) => ({
  userId: signedInUser(request).id,
  address: request.ip,
  sessionId: request.sessionId,
});

/** The same with all that is known of him: for what is his own. */
export const ownerOf = (request: FastifyRequest) => ({
  ...signedInUser(request),
  address: request.ip,
  sessionId: request.sessionId,
});

/** From where a request comes: for the session that it begins. */
export const originOf = ({ ip, headers }: FastifyRequest): SessionOrigin => ({
  address: ip,
  device: deviceOf(headers['user-agent']),
});

import type { FastifyRequest } from 'fastify';
import { type SessionOrigin, deviceOf } from '../../people/identity/sessions.ts';
import { signedInUser } from './guard.ts';

/** The signed-in user of a request as an actor, for the audit. */
export const actorOf = (request: FastifyRequest) => ({
  userId: signedInUser(request).id,
  address: request.ip,
  sessionId: request.sessionId,
});

/** The actor with all user data, for the user's own objects. */
export const ownerOf = (request: FastifyRequest) => ({
  ...signedInUser(request),
  address: request.ip,
  sessionId: request.sessionId,
});

/** The origin of a request, for the session that it begins. */
export const originOf = ({ ip, headers }: FastifyRequest): SessionOrigin => ({
  address: ip,
  device: deviceOf(headers['user-agent']),
});

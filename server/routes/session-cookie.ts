import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from '../identity/sessions.ts';

/** The cookie that carries a session's token; behind https browsers also bind it to this very site. */
export interface SessionCookie {
  read(request: FastifyRequest): string | undefined;
  write(reply: FastifyReply, session: Session): void;
  clear(reply: FastifyReply): void;
}

export function sessionCookie(isHttps: boolean): SessionCookie {
  const name = isHttps ? '__Host-caged_session' : 'caged_session';
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps } as const;
  return {
    read: (request) => request.cookies[name],
    write: (reply, { token, expiresAt }) => {
      reply.setCookie(name, token, { ...attributes, expires: expiresAt });
    },
    clear: (reply) => {
      reply.clearCookie(name, attributes);
    },
  };
}

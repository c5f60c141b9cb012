import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CurrentUser } from '../../shared/contracts/identity.ts';
import { maybeSessionUser, type Session } from '../people/identity/sessions.ts';
import type { Store } from '../platform/store/store.ts';

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

/** Who the person of a request's session is, if it has a valid one. */
export function sessionUserReader(deps: {
  readonly store: Store;
  readonly clock: () => Date;
  readonly cookie: SessionCookie;
}): (request: FastifyRequest) => Promise<CurrentUser | undefined> {
  return async (request) => {
    const token = deps.cookie.read(request);
    if (token === undefined) return undefined;
    return maybeSessionUser(deps.store.db, token, deps.clock());
  };
}

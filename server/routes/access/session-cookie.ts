import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { CurrentUser } from '../../../shared/contracts/identity.ts';
import { lacksSecondFactor } from '../../people/identity/second-factor.ts';
import {
  maybeSession,
  maybeSessionNow,
  noteSessionUse,
  renewToken,
  sessionId,
} from '../../people/identity/sessions.ts';
import type { StoreAndClock } from '../../platform/store/store.ts';

/** What a browser stores: a token and how long it does so. */
interface StoredToken {
  readonly token: string;
  readonly expiresAt?: Date;
  /** Browsers prefer it to the date, which may be past if the server's clock is behind. */
  readonly maxAgeSeconds: number;
}

/** A cookie that scripts cannot read; with https, browsers also bind it to this host. */
function tokenCookie(isHttps: boolean, purpose: string) {
  const name = isHttps ? `__Host-caged_${purpose}` : `caged_${purpose}`;
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps } as const;
  return {
    read: (request: FastifyRequest) => request.cookies[name],
    write: (reply: FastifyReply, { token, expiresAt, maxAgeSeconds }: StoredToken) => {
      const end = { ...(expiresAt && { expires: expiresAt }), maxAge: maxAgeSeconds };
      reply.setCookie(name, token, { ...attributes, ...end });
    },
    clear: (reply: FastifyReply) => {
      reply.clearCookie(name, attributes);
    },
  };
}
export type TokenCookie = ReturnType<typeof tokenCookie>;

export const sessionCookie = (isHttps: boolean) => tokenCookie(isHttps, 'session');

/** The cookie that identifies a browser on which the account's owner signed in before; it grants no access. */
export const deviceCookie = (isHttps: boolean) => tokenCookie(isHttps, 'device');

/** The cookie with the state of a sign-in at the provider; Lax, so that the browser returns it. */
export const flowCookie = (isHttps: boolean) => tokenCookie(isHttps, 'flow');

export interface SessionReaderDeps extends StoreAndClock {
  readonly cookie: TokenCookie;
  /** Hours without use after which a session is invalid. */
  readonly idleHours: number;
  readonly requiresSecondFactor: boolean;
}

/**
 * Reads the user of a request's session, if it has a valid one. The token counts once, when the request begins: if its
 * owner proves the identity again in another request, which renews the token, a running response continues.
 */
export function sessionUserReader({
  store,
  clock,
  cookie,
  idleHours,
  requiresSecondFactor,
}: SessionReaderDeps): (request: FastifyRequest) => Promise<CurrentUser | undefined> {
  const maybeOwnSession = async (request: FastifyRequest) => {
    if (request.session !== null) {
      return maybeSessionNow(store.db, request.session, clock(), idleHours);
    }
    const token = cookie.read(request);
    if (token === undefined) return undefined;
    const session = await maybeSession(store.db, token, clock(), idleHours);
    if (session === undefined) return undefined;
    request.session = session;
    request.sessionId = sessionId(token);
    return session;
  };
  return async (request) => {
    const session = await maybeOwnSession(request);
    if (session === undefined) return undefined;
    const { user } = session;
    // The provider already required it (OIDC_ACR).
    if (!requiresSecondFactor || user.isByProvider === true) return user;
    const mustSet = await lacksSecondFactor(store.db, user);
    return mustSet ? { ...user, mustSetSecondFactor: true } : user;
  };
}

/**
 * Replaces the token of a session whose owner proved the identity again, at the end of that request (OWASP ASVS 7.2.4):
 * a token that was stolen before does not gain the proof. A session that the request ended, or replaced, stays ended.
 */
export function renewProvedSessions(
  app: FastifyInstance,
  { store, clock, cookie }: Pick<SessionReaderDeps, 'store' | 'clock' | 'cookie'>,
): void {
  app.addHook('onSend', async ({ provedSessionId }, reply) => {
    if (provedSessionId === null) return;
    const session = await renewToken(store.db, provedSessionId, clock());
    if (session !== undefined) cookie.write(reply, session);
  });
}

const notedEveryMs = 60_000;

/**
 * Records the use of a request's session, at most once a minute per session and process. The request does not wait: a
 * database that cannot be written must not prevent reading.
 */
export function sessionUseRecorder({
  store,
  clock,
  cookie,
}: SessionReaderDeps): (request: FastifyRequest) => void {
  const noted = new LRUCache<string, number>({ max: 10_000 });
  return (request) => {
    const token = cookie.read(request);
    const now = clock();
    if (token === undefined || now.getTime() - (noted.get(token) ?? 0) < notedEveryMs) return;
    noted.set(token, now.getTime());
    noteSessionUse(store.db, token, now).catch((error: unknown) => {
      request.log.warn({ err: error }, 'the use of a session was not noted');
    });
  };
}

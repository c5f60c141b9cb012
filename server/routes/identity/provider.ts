import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { CurrentUser } from '../../../shared/contracts/identity.ts';
import { Returning, SignInProvider, problemParameter } from '../../../shared/contracts/provider.ts';
import {
  type ProviderProblem,
  isProviderProblem,
} from '../../../shared/sentences/provider-problems.ts';
import { type OpenIdProvider, problem } from '../../people/identity/provider/open-id-provider.ts';
import { providedPerson } from '../../people/identity/provider/provided-person.ts';
import {
  confirmByProvider,
  signInByProvider,
} from '../../people/identity/provider/sign-in-by-provider.ts';
import {
  type Flow,
  flowMs,
  maybeFlow,
  returnAddress,
  sealedFlow,
} from '../../people/identity/provider/sign-in-flow.ts';
import type { Seal } from '../../people/identity/seal.ts';
import { endSession } from '../../people/identity/sessions.ts';
import { AppError, codeOf } from '../../platform/errors.ts';
import type { NetworkRateLimit } from '../../people/limits/rate-limit.ts';
import type { StoreAndClock } from '../../platform/store/store.ts';
import { actorOf, originOf } from '../access/guard.ts';
import { isCrossSite } from '../access/origins.ts';
import type { TokenCookie } from '../access/session-cookie.ts';

export interface ProviderRoutesDeps extends StoreAndClock {
  /** Undefined if no OpenID provider is configured. */
  readonly provider: OpenIdProvider | undefined;
  readonly seal: Seal;
  readonly cookie: TokenCookie;
  readonly flowCookie: TokenCookie;
  /** Rate limit of calls that anyone may make. */
  readonly rateLimit: NetworkRateLimit;
  readonly maybeUser: (request: FastifyRequest) => Promise<CurrentUser | undefined>;
}

/** Of the rate limit's 20 units per second: each call may make this server query the provider. */
const cost = 5;

/** Routes to sign in with an OpenID provider, and to confirm there. A page shows any error. */
export function providerRoutes(deps: ProviderRoutesDeps): FastifyPluginAsyncZod {
  const { provider, flowCookie } = deps;
  return async (app) => {
    const readSchema = { response: { 200: SignInProvider } };
    app.get('/api/oidc', { schema: readSchema }, async () => ({
      label: provider?.settings.label ?? null,
    }));

    const startSchema = { querystring: Returning };
    app.get('/api/oidc/start', { schema: startSchema }, async (request, reply) => {
      // Another site's page must not sign a user in. It may lead to the button, which the user presses.
      if (isCrossSite(request)) return reply.redirect('/login', 302);
      const returnTo = returnAddress(request.query.returnTo);
      return errorOnPage(request, reply, '/login', async () =>
        sentAway(deps, request, reply, { returnTo, sessionId: null }),
      );
    });

    app.get('/api/oidc/confirm', { schema: startSchema }, async (request, reply) => {
      const returnTo = returnAddress(request.query.returnTo);
      return errorOnPage(request, reply, returnTo, async () =>
        sentAway(deps, request, reply, { returnTo, sessionId: actorOf(request).sessionId }),
      );
    });

    app.get('/api/oidc/end', { exposeHeadRoute: false }, async (request, reply) => {
      const flow = maybeFlow(deps.seal, flowCookie.read(request), deps.clock());
      flowCookie.clear(reply);
      const isConfirmation = flow !== undefined && flow.sessionId !== null;
      return errorOnPage(request, reply, isConfirmation ? flow.returnTo : '/login', async () => {
        if (flow === undefined) throw problem('provider_flow_lost');
        await ended(deps, request, reply, flow);
        return flow.returnTo;
      });
    });
  };
}

async function sentAway(
  { provider, seal, flowCookie, rateLimit }: ProviderRoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  to: Pick<Flow, 'returnTo' | 'sessionId'>,
): Promise<string> {
  if (provider === undefined) throw problem('provider_off');
  await rateLimit.admit(request.ip, cost);
  const { url, flow } = await provider.begin(to);
  flowCookie.write(reply, { token: sealedFlow(seal, flow), maxAgeSeconds: flowMs / 1000 });
  return url.href;
}

async function ended(
  deps: ProviderRoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  flow: Flow,
): Promise<void> {
  const { provider, store, clock, cookie, rateLimit } = deps;
  if (provider === undefined) throw problem('provider_off');
  await rateLimit.admit(request.ip, cost);
  // The session that a flow confirms must still be the browser's.
  const confirming = flow.sessionId === null ? undefined : await deps.maybeUser(request);
  if (flow.sessionId !== null && (confirming === undefined || request.sessionId !== flow.sessionId))
    throw problem('provider_flow_lost');
  const search = request.url.slice(request.url.indexOf('?'));
  const claims = await provider.finish(search, flow);
  const { issuer } = provider.settings;
  if (confirming !== undefined) {
    const person = { userId: confirming.id, sessionId: flow.sessionId, address: request.ip };
    await confirmByProvider(store.db, person, { issuer, subject: claims.sub }, clock());
    request.provedSessionId = flow.sessionId;
    return;
  }
  const person = providedPerson(provider.settings, claims);
  const session = await signInByProvider(deps, person, originOf(request));
  const token = cookie.read(request);
  if (token !== undefined) await endSession(store.db, token);
  cookie.write(reply, session);
}

/** Redirects to the path that `work` returns, or to a page with the reason of a refusal, which is recorded. */
async function errorOnPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
  work: () => Promise<string>,
): Promise<FastifyReply> {
  try {
    return reply.redirect(await work(), 302);
  } catch (error) {
    const name = problemOf(error);
    if (name === undefined) throw error;
    request.failedAs = name;
    request.log.info({ problem: name, cause: causeOf(error) }, 'not signed in by the provider');
    return reply.redirect(withProblem(page, name), 302);
  }
}

/**
 * The code of the library's or the connection's error if it has one, since the library's errors carry the provider's data
 * about the person.
 */
function causeOf(error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error)) return undefined;
  return codeOf(cause) ?? codeOf(cause.cause) ?? cause.message;
}

function problemOf(error: unknown): ProviderProblem | undefined {
  if (!(error instanceof AppError)) return undefined;
  if (error.code === 'too_many_requests') return 'provider_too_many';
  return isProviderProblem(error.code) ? error.code : undefined;
}

const withProblem = (page: string, name: ProviderProblem) =>
  `${page}${page.includes('?') ? '&' : '?'}${problemParameter}=${name}`;

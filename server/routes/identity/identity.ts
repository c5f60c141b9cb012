import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { CurrentUser, LoginRequest } from '../../../shared/contracts/identity.ts';
import { login, type LoginDeps } from '../../people/identity/login.ts';
import { signOut } from '../../people/identity/my-sessions.ts';
import { lacksSecondFactor } from '../../people/identity/second-factor.ts';
import { endSession } from '../../people/identity/sessions.ts';
import type { DiskReserve } from '../../platform/store/disk-reserve.ts';
import { originOf, signedInUser } from '../access/guard.ts';
import { isCrossSite } from '../access/origins.ts';
import type { TokenCookie } from '../access/session-cookie.ts';

export interface IdentityRoutesDeps extends LoginDeps {
  readonly cookie: TokenCookie;
  readonly deviceCookie: TokenCookie;
  readonly requiresSecondFactor: boolean;
  readonly diskReserve?: DiskReserve | undefined;
}

/** Routes to sign in and out, and to read the signed-in user. */
export function identityRoutes(deps: IdentityRoutesDeps): FastifyPluginAsyncZod {
  const { db, cookie, devices, deviceCookie, requiresSecondFactor, diskReserve } = deps;
  const necessary = <Result>(work: () => Promise<Result>) =>
    diskReserve === undefined ? work() : diskReserve.runNecessary(work);
  return async (app) => {
    const loginSchema = { body: LoginRequest, response: { 200: CurrentUser } };
    app.post('/api/login', { schema: loginSchema }, async (request, reply) => {
      const { user, session, device } = await necessary(() =>
        login(deps, request.body, originOf(request), deviceCookie.read(request)),
      );
      const earlier = cookie.read(request);
      if (earlier !== undefined) await necessary(() => endSession(db, earlier));
      cookie.write(reply, session);
      deviceCookie.write(reply, await necessary(() => devices.issue(user.email, device)));
      const mustSet = requiresSecondFactor && (await lacksSecondFactor(db, user));
      return mustSet ? { ...user, mustSetSecondFactor: true as const } : user;
    });

    app.get('/api/user', { schema: { response: { 200: CurrentUser } } }, async (request) =>
      signedInUser(request),
    );

    app.get('/api/logout', { exposeHeadRoute: false }, async (request, reply) => {
      // Another site's page may send a browser here, but must not end a session.
      if (isCrossSite(request)) return reply.redirect('/', 302);
      const token = cookie.read(request);
      if (token !== undefined) await necessary(() => signOut(deps, token, request.ip));
      cookie.clear(reply);
      return reply.redirect('/login', 302);
    });
  };
}

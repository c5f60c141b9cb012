import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { EndSessions, MySession } from '../../../shared/contracts/my-sessions.ts';
import { Done } from '../../../shared/contracts/people-fields.ts';
import { endOwnSessions, sessionsOf } from '../../people/identity/my-sessions.ts';
import type { FreshProofDeps } from '../../people/identity/fresh-proof.ts';
import { sessionId } from '../../people/identity/sessions.ts';
import { actorOf } from '../access/guard.ts';
import type { SessionCookie } from '../access/session-cookie.ts';

export interface MySessionRoutesDeps {
  readonly confirmation: FreshProofDeps;
  readonly cookie: SessionCookie;
  readonly idleHours: number;
}

/** Routes for the user's own open sessions, and to end them. */
export function mySessionRoutes(deps: MySessionRoutesDeps): FastifyPluginAsyncZod {
  const { confirmation, cookie, idleHours } = deps;
  return async (app) => {
    const listSchema = { response: { 200: z.array(MySession) } };
    app.get('/api/my-sessions', { schema: listSchema }, async (request) =>
      sessionsOf(confirmation.db, actorOf(request).userId, {
        now: confirmation.clock(),
        idleHours,
        currentId: sessionId(cookie.read(request) ?? ''),
      }),
    );

    const endSchema = { body: EndSessions, response: { 200: Done } };
    app.post('/api/my-sessions/end', { schema: endSchema }, async (request) => {
      const currentId = sessionId(cookie.read(request) ?? '');
      await endOwnSessions(confirmation, actorOf(request), request.body, currentId);
      return {
        message:
          request.body.which === 'others'
            ? 'As suas outras sessões foram encerradas.'
            : 'A sessão foi encerrada.',
      };
    });
  };
}

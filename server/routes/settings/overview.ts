import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Overview, UploadsCheck } from '../../../shared/contracts/overview.ts';
import { healthOf, type HealthCheck } from '../../operations/health.ts';
import { maybeSessionTimes } from '../../people/identity/sessions.ts';
import { overviewFigures, recentUploads, statusOf } from '../../registry/settings/overview.ts';
import type { Store } from '../../platform/store/store.ts';
import { notSignedIn } from '../access/guard.ts';
import type { SessionCookie } from '../access/session-cookie.ts';

export interface OverviewRoutesDeps {
  readonly store: Store;
  readonly cookie: SessionCookie;
  readonly checks: readonly HealthCheck[];
}

/** Routes for the admin dashboard's figures, and for the check of uploads. */
export function overviewRoutes({
  store,
  cookie,
  checks,
}: OverviewRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const overviewSchema = { response: { 200: Overview } };
    app.get('/api/admin/overview', { schema: overviewSchema }, async (request) => {
      const [figures, health, times] = await Promise.all([
        overviewFigures(store),
        healthOf(checks, request.log),
        maybeSessionTimes(store.db, cookie.read(request) ?? ''),
      ]);
      if (times === undefined) throw notSignedIn();
      const session = { ...times, address: request.ip };
      return { ...figures, status: statusOf(health), parts: health.parts, session };
    });

    const checkSchema = { response: { 200: UploadsCheck } };
    app.get('/api/uploads-check', { schema: checkSchema }, async () => {
      const uploads = await recentUploads(store.db, 50);
      const message =
        uploads.length === 0
          ? 'O banco de dados responde. Ainda não há envios.'
          : `O banco de dados responde. Envios encontrados: ${uploads.length}.`;
      return { message, uploads };
    });
  };
}

import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { pageLength, pageNumber } from '../../../shared/contracts/people-fields.ts';
import { ReleasesPage, ReleaseSummary, RestoreRelease } from '../../../shared/contracts/release.ts';
import type { StoreAndClock } from '../../platform/store/store.ts';
import { releasesPage } from '../../registry/releases/history.ts';
import { restoreRelease } from '../../registry/releases/restore.ts';
import { releaseSummary } from '../../registry/releases/summary.ts';
import { releaseRetention } from '../../registry/settings/load-settings.ts';
import { settingRoutes } from '../settings/setting-routes.ts';
import { actorOf } from '../access/actor.ts';

const ReleaseParams = z.object({
  number: z.coerce
    .number('Esta versão dos dados não existe.')
    .int('Esta versão dos dados não existe.')
    .min(1, 'Esta versão dos dados não existe.')
    .max(2 ** 31 - 1, 'Esta versão dos dados não existe.'),
});
const PageQuery = z.strictObject({
  page: pageNumber.default(1),
  pageSize: pageLength(100).default(20),
});

/** Routes for the history of releases, and to restore one. */
export function releaseRoutes(deps: StoreAndClock): FastifyPluginAsyncZod {
  const { store } = deps;
  return async (app) => {
    const listSchema = { querystring: PageQuery, response: { 200: ReleasesPage } };
    app.get('/api/releases', { schema: listSchema }, async ({ query }) =>
      releasesPage(store, query),
    );

    const restoreSchema = {
      params: ReleaseParams,
      body: RestoreRelease,
      response: { 200: ReleaseSummary },
    };
    app.post('/api/releases/:number/restore', { schema: restoreSchema }, async (request) => {
      const { number } = request.params;
      await restoreRelease(deps, actorOf(request), { number, reason: request.body.reason });
      return releaseSummary(store);
    });

    await app.register(settingRoutes(deps, '/api/admin/release-retention', releaseRetention));
  };
}

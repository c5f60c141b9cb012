import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Integrity, OfficialFiguresImport } from '../../../shared/contracts/integrity.ts';
import {
  countingNumber,
  Done,
  maxInteger,
  pageQuery,
} from '../../../shared/contracts/people-fields.ts';
import { ReleaseSummary, ReleasesPage, RestoreRelease } from '../../../shared/contracts/release.ts';
import { MonthRevisions } from '../../../shared/contracts/revisions.ts';
import { currentRelease } from '../../platform/store/current-release.ts';
import type { StoreAndClock } from '../../platform/store/store.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { importFigures } from '../../registry/reconciliation/import-figures.ts';
import { integrityOf } from '../../registry/reconciliation/integrity.ts';
import { monthRevisions } from '../../registry/reconciliation/month-revisions.ts';
import { releasesPage } from '../../registry/releases/history.ts';
import { restoreRelease } from '../../registry/releases/restore.ts';
import { releaseSummary } from '../../registry/releases/summary.ts';
import { releaseRetention } from '../../registry/settings/load-settings.ts';
import { actorOf } from '../access/guard.ts';
import { settingRoutes } from '../settings/setting-routes.ts';

const ReleaseParams = z.object({
  number: countingNumber(maxInteger, 'Esta versão dos dados não existe.'),
});
const PageQuery = z.strictObject(pageQuery(100, 20));

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

/** Routes for MTE's figures next to the product's, and for how far months moved after their declaration. */
export function integrityRoutes(
  deps: StoreAndClock & { readonly warehouse: Warehouse },
): FastifyPluginAsyncZod {
  const { store, warehouse } = deps;
  return async (app) => {
    app.get('/api/integrity', { schema: { response: { 200: Integrity } } }, async () =>
      integrityOf({ store, warehouse }),
    );
    const revisionsSchema = { response: { 200: MonthRevisions } };
    app.get('/api/integrity/revisions', { schema: revisionsSchema }, async () =>
      monthRevisions({ store, warehouse }, await currentRelease(store)),
    );
    app.post(
      '/api/admin/official-figures',
      { schema: { body: OfficialFiguresImport, response: { 200: Done } } },
      async (request) => importFigures(deps, actorOf(request), request.body),
    );
  };
}

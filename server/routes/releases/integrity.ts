import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  Integrity,
  OfficialFiguresImport,
  OfficialFiguresImported,
} from '../../../shared/contracts/integrity.ts';
import { MonthRevisions } from '../../../shared/contracts/revisions.ts';
import { readFiguresCsv } from '../../registry/reconciliation/figures-csv.ts';
import { importFigures } from '../../registry/reconciliation/import-figures.ts';
import { integrityOf } from '../../registry/reconciliation/integrity.ts';
import { monthRevisions } from '../../registry/reconciliation/month-revisions.ts';
import type { Store } from '../../platform/store/store.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { actorOf } from '../access/actor.ts';

export interface IntegrityRoutesDeps {
  readonly store: Store;
  readonly warehouse: Warehouse;
  readonly clock: () => Date;
}

/** Routes for MTE's figures next to the product's, and for how far months moved after their declaration. */
export function integrityRoutes(deps: IntegrityRoutesDeps): FastifyPluginAsyncZod {
  const { store, warehouse } = deps;
  return async (app) => {
    app.addContentTypeParser('text/csv', { parseAs: 'string' }, async (_: unknown, body: string) =>
      readFiguresCsv(body),
    );
    app.get('/api/integrity', { schema: { response: { 200: Integrity } } }, async () =>
      integrityOf({ store, warehouse }),
    );
    const revisionsSchema = { response: { 200: MonthRevisions } };
    app.get('/api/integrity/revisions', { schema: revisionsSchema }, async () =>
      monthRevisions({ store, warehouse }),
    );
    app.post(
      '/api/admin/official-figures',
      { schema: { body: OfficialFiguresImport, response: { 200: OfficialFiguresImported } } },
      async (request) => importFigures(deps, actorOf(request), request.body),
    );
  };
}

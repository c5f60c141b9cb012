import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { brasiliaDay } from '../../../shared/codes/months.ts';
import { AuditFilters, AuditPage, AuditQuery } from '../../../shared/contracts/audit.ts';
import { recordAct } from '../../people/audit/audit.ts';
import { auditCsv, auditPage } from '../../people/audit/read-audit.ts';
import type { StoreAndClock } from '../../platform/store/store.ts';
import { actorOf } from '../access/guard.ts';
import { itemsWhileAdmitted } from '../streams/event-stream.ts';

export function auditRoutes({ store, clock }: StoreAndClock): FastifyPluginAsyncZod {
  return async (app) => {
    const pageSchema = { querystring: AuditQuery, response: { 200: AuditPage } };
    app.get('/api/admin/audit', { schema: pageSchema }, async (request) =>
      auditPage(store.db, request.query),
    );

    const csvOptions = { schema: { querystring: AuditFilters }, exposeHeadRoute: false };
    app.get('/api/admin/audit.csv', csvOptions, async (request, reply) => {
      const now = clock();
      await recordAct(store.db, { action: 'audit.exported', actor: actorOf(request), at: now });
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="auditoria-${brasiliaDay(now)}.csv"`)
        .send(Readable.from(itemsWhileAdmitted(request, reply, auditCsv(store.db, request.query))));
    });
  };
}

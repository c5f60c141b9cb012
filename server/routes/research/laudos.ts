import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { LaudoQuery, ReceiptParams } from '../../../shared/contracts/receipts.ts';
import { recordAct } from '../../people/audit/audit.ts';
import { makeLaudo } from '../../research/laudo/make-laudo.ts';
import type { ReportModelDeps } from '../../research/reports/report-model.ts';
import { actorOf } from '../access/actor.ts';
import { answering } from '../scheduling/answering.ts';
import { attachment } from '../http/attachment.ts';

const timeoutMs = 3 * 60_000;

/** Route for the proof of a receipt as a ZIP, built during the request. */
export function laudoRoutes(deps: ReportModelDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const schema = { params: ReceiptParams, querystring: LaudoQuery };
    const options = { schema, exposeHeadRoute: false };
    app.get('/api/receipts/:id/laudo', options, async (request, reply) => {
      const { id } = request.params;
      const asked = { receiptId: id, realMonth: request.query.mes };
      const folder = await mkdtemp(join(tmpdir(), 'caged-laudo-'));
      reply.raw.once('close', () => void rm(folder, { recursive: true, force: true }));
      const path = await answering(
        request,
        reply,
        ({ signal = AbortSignal.timeout(timeoutMs) }) =>
          makeLaudo(deps, asked, { folder, signal, timeoutMs }),
        timeoutMs,
      );
      await recordAct(deps.store.db, {
        action: 'receipt.laudo_made',
        actor: actorOf(request),
        subject: { type: 'receipt', id },
        ...(asked.realMonth !== undefined && { details: { month: asked.realMonth } }),
        at: deps.clock(),
      });
      return reply
        .header('content-type', 'application/zip')
        .header('content-length', (await stat(path)).size)
        .header('content-disposition', attachment(`laudo-${id.slice(0, 8)}.zip`))
        .send(createReadStream(path));
    });
  };
}

import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  LaudoQuery,
  Receipt,
  ReceiptCheck,
  ReceiptParams,
} from '../../../shared/contracts/receipts.ts';
import { Revision } from '../../../shared/contracts/revisions.ts';
import { recordAct } from '../../people/audit/audit.ts';
import { makeLaudo } from '../../research/laudo/make-laudo.ts';
import { requireReadable } from '../../research/receipt-access.ts';
import type { ReceiptsDeps } from '../../research/receipt-store.ts';
import { checkReceipt, readReceipt } from '../../research/receipts.ts';
import type { ReportModelDeps } from '../../research/reports/report-model.ts';
import { revisionOfReceipt } from '../../research/revision.ts';
import { actorOf, signedInUser } from '../access/guard.ts';
import { attachment } from '../http/attachment.ts';
import { EmptyBody } from '../http/empty-body.ts';
import { answering } from '../scheduling/answering.ts';
import { fileWhileAdmitted } from '../streams/event-stream.ts';

/** Igualdade scans all lines of a period; a search has its own, shorter limit. */
const checkTimeoutMs = 120_000;

/** Routes for receipts, open to their company, to the user who searched, and to administrators. */
export function receiptRoutes(deps: ReceiptsDeps): FastifyPluginAsyncZod {
  const requireOwn = (request: FastifyRequest, id: string) =>
    requireReadable(deps.store.db, id, { user: signedInUser(request) });
  return async (app) => {
    const readSchema = { params: ReceiptParams, response: { 200: Receipt } };
    app.get('/api/receipts/:id', { schema: readSchema }, async (request) => {
      await requireOwn(request, request.params.id);
      return readReceipt(deps, request.params.id);
    });

    const checkSchema = { params: ReceiptParams, body: EmptyBody, response: { 200: ReceiptCheck } };
    app.post('/api/receipts/:id/check', { schema: checkSchema }, async (request, reply) => {
      await requireOwn(request, request.params.id);
      return answering(
        request,
        reply,
        (context) => checkReceipt(deps, request.params.id, context),
        checkTimeoutMs,
      );
    });

    const revisionSchema = { params: ReceiptParams, response: { 200: Revision } };
    app.get('/api/receipts/:id/revision', { schema: revisionSchema }, async (request, reply) => {
      await requireOwn(request, request.params.id);
      return answering(request, reply, (context) =>
        revisionOfReceipt(deps, request.params.id, context),
      );
    });
  };
}

const laudoTimeoutMs = 3 * 60_000;

/** Route for the proof of a receipt as a ZIP, built during the request. */
export function laudoRoutes(deps: ReportModelDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const schema = { params: ReceiptParams, querystring: LaudoQuery };
    const options = { schema, exposeHeadRoute: false };
    app.get('/api/receipts/:id/laudo', options, async (request, reply) => {
      const { id } = request.params;
      await requireReadable(deps.store.db, id, { user: signedInUser(request) });
      const laudoRequest = { receiptId: id, realMonth: request.query.mes };
      const folder = await mkdtemp(join(tmpdir(), 'caged-laudo-'));
      reply.raw.once('close', () => void rm(folder, { recursive: true, force: true }));
      const path = await answering(
        request,
        reply,
        ({ signal = AbortSignal.timeout(laudoTimeoutMs) }) =>
          makeLaudo(deps, laudoRequest, folder, { signal, timeoutMs: laudoTimeoutMs }),
        laudoTimeoutMs,
      );
      await recordAct(deps.store.db, {
        action: 'receipt.laudo_made',
        actor: actorOf(request),
        subject: { type: 'receipt', id },
        ...(laudoRequest.realMonth !== undefined && { details: { month: laudoRequest.realMonth } }),
        at: deps.clock(),
      });
      return reply
        .header('content-type', 'application/zip')
        .header('content-length', (await stat(path)).size)
        .header('content-disposition', attachment(`laudo-${id.slice(0, 8)}.zip`))
        .send(fileWhileAdmitted(request, reply, createReadStream(path)));
    });
  };
}

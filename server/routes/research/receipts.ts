import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Receipt, ReceiptCheck, ReceiptParams } from '../../../shared/contracts/receipts.ts';
import { Revision } from '../../../shared/contracts/revisions.ts';
import { checkReceipt, readReceipt, type AllReceiptsDeps } from '../../research/receipts.ts';
import { revisionOfReceipt } from '../../research/revision.ts';
import { answering } from '../scheduling/answering.ts';
import { NoBody } from '../http/no-body.ts';

/** Igualdade scans all lines of a period; a search has its own, shorter limit. */
const timeoutMs = 120_000;

/** Routes for receipts, open to any signed-in user who knows their address. */
export function receiptRoutes(deps: AllReceiptsDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const readSchema = { params: ReceiptParams, response: { 200: Receipt } };
    app.get('/api/receipts/:id', { schema: readSchema }, async (request) =>
      readReceipt(deps, request.params.id),
    );

    const checkSchema = { params: ReceiptParams, body: NoBody, response: { 200: ReceiptCheck } };
    app.post('/api/receipts/:id/check', { schema: checkSchema }, async (request, reply) =>
      answering(request, reply, (asker) => checkReceipt(deps, request.params.id, asker), timeoutMs),
    );

    const revisionSchema = { params: ReceiptParams, response: { 200: Revision } };
    app.get('/api/receipts/:id/revision', { schema: revisionSchema }, async (request, reply) =>
      answering(request, reply, (asker) => revisionOfReceipt(deps, request.params.id, asker)),
    );
  };
}

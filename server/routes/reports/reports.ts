import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { syntheticNotice } from '../../../shared/codes/codes.ts';
import {
  CreateReport,
  Report,
  ReportsQuery,
  typesWithRecords,
} from '../../../shared/contracts/reports.ts';
import { minForSensitive } from '../../../shared/statistics/design-effect.ts';
import { minRecordsOfFilters } from '../../../shared/statistics/suppression.ts';
import type { StoreAndClock } from '../../platform/store/store.ts';
import { reportRetention } from '../../registry/settings/load-settings.ts';
import {
  type ManagingReports,
  createReport,
  deleteReport,
  recordDownload,
  retryReport,
  sharedDocument,
} from '../../research/reports/manage-reports.ts';
import {
  type ReportReader,
  activeReports,
  listReports,
  readDocument,
  readReport,
  reportsById,
  documentLost,
} from '../../research/reports/read-reports.ts';
import { auditedQuery } from '../../research/query-words.ts';
import { renderers } from '../../research/reports/renderer.ts';
import { ownerOf, signedInUser } from '../access/guard.ts';
import { sensitiveReadRecorder } from '../access/sensitive-reads.ts';
import { attachment, fileName } from '../http/attachment.ts';
import { EmptyBody } from '../http/empty-body.ts';
import { settingRoutes } from '../settings/setting-routes.ts';
import { fileWhileAdmitted, streamRoute } from '../streams/event-stream.ts';

export interface ReportRoutesDeps extends ManagingReports {
  readonly runner: { wake(): void; cancel(id: string): void };
}

const ReportParams = z.object({ id: z.uuid('Este relatório não existe.') });

export function reportRoutes(deps: ReportRoutesDeps): FastifyPluginAsyncZod {
  const { runner } = deps;
  const recordSensitive = sensitiveReadRecorder(deps);
  return async (app) => {
    const createSchema = { body: CreateReport, response: { 202: Report } };
    app.post('/api/reports', { schema: createSchema }, async (request, reply) => {
      const report = await createReport(deps, ownerOf(request), request.body);
      runner.wake();
      return reply.status(202).send(report);
    });

    const listSchema = { querystring: ReportsQuery, response: { 200: z.array(Report) } };
    app.get('/api/reports', { schema: listSchema }, async (request, reply) => {
      const { reports, total } = await listReports(deps, signedInUser(request), request.query);
      return reply.header('x-total-count', total).send(reports);
    });

    streamRoute(app, '/api/reports/events', () => lookAtReports(deps));

    const readSchema = { params: ReportParams, response: { 200: Report } };
    app.get('/api/reports/:id', { schema: readSchema }, async (request) =>
      readReport(deps, signedInUser(request), request.params.id),
    );

    const idSchema = { params: ReportParams };
    const downloadOptions = { schema: idSchema, exposeHeadRoute: false };
    app.get('/api/reports/:id/download', downloadOptions, async (request, reply) => {
      const owner = ownerOf(request);
      const { id } = request.params;
      const { report, file, selections } = await readDocument(deps, owner, id);
      const name = sharedDocument(file);
      const bytes = await deps.files.size(name);
      // A document that lost its end would open as a damaged one, or lack records without a notice.
      if (bytes === undefined || bytes < (report.fileSize ?? 0)) throw documentLost();
      await recordDownload(deps, owner, id);
      if (typesWithRecords.includes(report.type)) {
        for (const filters of selections) {
          if (minRecordsOfFilters(filters) === minForSensitive)
            await recordSensitive(request, auditedQuery(filters), { number: report.release });
        }
      }
      const content = await deps.files.read(name);
      const form = renderers[report.type];
      return reply
        .header('content-type', form.mediaType)
        .header('content-length', bytes)
        .header('content-disposition', attachment(documentName(report, form.extension)))
        .send(fileWhileAdmitted(request, reply, content));
    });

    app.get('/api/reports/:id/description', { schema: idSchema }, async (request, reply) => {
      const { id } = request.params;
      const { report, description } = await readDocument(deps, signedInUser(request), id);
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('content-disposition', attachment(documentName(report, 'json')))
        .send(`${JSON.stringify(JSON.parse(description), undefined, 2)}\n`);
    });

    const retrySchema = { params: ReportParams, body: EmptyBody, response: { 202: Report } };
    app.post('/api/reports/:id/retry', { schema: retrySchema }, async (request, reply) => {
      const report = await retryReport(deps, ownerOf(request), request.params.id);
      runner.wake();
      return reply.status(202).send(report);
    });

    const deleteSchema = { params: ReportParams, body: EmptyBody, response: { 204: z.null() } };
    app.delete('/api/reports/:id', { schema: deleteSchema }, async (request, reply) => {
      await deleteReport(deps, ownerOf(request), request.params.id);
      runner.cancel(request.params.id);
      return reply.status(204).send(null);
    });

    await app.register(settingRoutes(deps, '/api/admin/report-retention', reportRetention));
  };
}

const documentName = ({ name, isSynthetic }: Report, extension: string) =>
  fileName(isSynthetic ? `${syntheticNotice} - ${name}` : name, extension);

/** The first poll returns all reports in progress, each later one those that changed or were removed. */
function lookAtReports(deps: StoreAndClock) {
  const since = deps.clock().toISOString();
  const sent = new Map<string, string>();
  return async (reader: ReportReader) => {
    const ids = [...sent.keys()];
    const states = await activeReports(deps, reader, { ids, since });
    const removed = ids.filter((id) => !states.has(id));
    for (const id of removed) sent.delete(id);
    const changedIds = [...states.keys()].filter((id) => sent.get(id) !== states.get(id));
    const changed = await reportsById(deps, reader, changedIds);
    for (const id of changedIds) sent.set(id, states.get(id) ?? '');
    return {
      events: [
        ...removed.map((id) => ({ event: 'removed', data: { id } })),
        ...changed.map((report) => ({ event: 'report', data: report })),
      ],
      isLast: false,
    };
  };
}

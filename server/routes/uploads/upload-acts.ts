import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  ApproveUpload,
  Upload,
  UploadsPage,
  UploadsQuery,
} from '../../../shared/contracts/uploads.ts';
import { uploadsPage, uploadView } from '../../registry/ingest/upload-view.ts';
import {
  approveUpload,
  cancelUpload,
  requireUpload,
  retryUpload,
  type UploadRetry,
} from '../../registry/ingest/upload-acts.ts';
import { actorOf } from '../access/guard.ts';
import { UploadParams } from './upload-params.ts';

export interface UploadActRoutesDeps extends UploadRetry {
  /** Wakes the runner to look for work. */
  readonly wake: () => void;
  /** Stops an upload that runs in this process, at once. */
  readonly cancelRunning: (id: string) => void;
}

/** Routes for the list of uploads, and for what administrators do with an upload. */
export function uploadActRoutes(deps: UploadActRoutesDeps): FastifyPluginAsyncZod {
  const { store, clock } = deps;
  const shown = async (id: string) => uploadView(await requireUpload(store, id), clock());
  return async (app) => {
    const listSchema = { querystring: UploadsQuery, response: { 200: UploadsPage } };
    app.get('/api/uploads', { schema: listSchema }, async ({ query }) =>
      uploadsPage(store, query, clock()),
    );

    const actSchema = { params: UploadParams, response: { 200: Upload } };
    app.post('/api/uploads/:id/cancel', { schema: actSchema }, async (request) => {
      const { id } = request.params;
      await cancelUpload(deps, actorOf(request), id);
      deps.cancelRunning(id);
      return shown(id);
    });
    app.post('/api/uploads/:id/retry', { schema: actSchema }, async (request) => {
      await retryUpload(deps, actorOf(request), request.params.id);
      deps.wake();
      return shown(request.params.id);
    });
    const approveSchema = { ...actSchema, body: ApproveUpload };
    app.post('/api/uploads/:id/approve', { schema: approveSchema }, async (request) => {
      try {
        await approveUpload(deps, actorOf(request), request.params.id, request.body);
      } finally {
        deps.wake();
      }
      return shown(request.params.id);
    });
  };
}

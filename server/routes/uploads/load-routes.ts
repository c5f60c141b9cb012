import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { SourceLoads } from '../../registry/source-loads/source-loads.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { integrityRoutes, releaseRoutes } from '../releases/releases.ts';
import { uploadEventRoutes } from './upload-events.ts';
import { Comparison } from '../../../shared/contracts/comparison.ts';
import { notFound } from '../../platform/errors.ts';
import {
  requireUpload,
  approveUpload,
  cancelUpload,
  retryUpload,
} from '../../registry/ingest/upload-acts.ts';
import { maybeStoredComparison } from '../../registry/ingest/process-upload.ts';
import { loadLimits, sourceCheck } from '../../registry/settings/load-settings.ts';
import { settingRoutes } from '../settings/setting-routes.ts';
import type { Store, StoreAndClock } from '../../platform/store/store.ts';
import { UploadParams } from './uploads.ts';
import {
  ApproveUpload,
  Upload,
  UploadsPage,
  UploadsQuery,
} from '../../../shared/contracts/uploads.ts';
import type { Receiving } from '../../registry/ingest/uploads.ts';
import { uploadsPage, uploadView } from '../../registry/ingest/upload-view.ts';
import { actorOf } from '../access/guard.ts';
import {
  LoadedFromSource,
  LoadFromSource,
  SimpleUpload,
  SimpleUploadAnswer,
  SourceCheck,
  SourceCheckSettings,
  SourceNews,
} from '../../../shared/contracts/source.ts';
import { writeSetting } from '../../registry/settings/stored-settings.ts';
import { sourceCheckState } from '../../registry/source-loads/daily-check.ts';
import { simpleUpload } from '../../registry/source-loads/simple-upload.ts';
import { loadNews, sourceNews } from '../../registry/source-loads/source-news.ts';

interface LoadRoutesDeps extends SourceLoads, UploadActRoutesDeps {
  readonly warehouse: Warehouse;
}

/** The routes about loads, except receiving files: following, stopping, approving and undoing them. */
export function loadRoutes(deps: LoadRoutesDeps): readonly FastifyPluginAsyncZod[] {
  return [
    uploadActRoutes(deps),
    uploadEventRoutes(deps),
    comparisonRoutes(deps),
    releaseRoutes(deps),
    integrityRoutes(deps),
    sourceRoutes(deps),
  ];
}

/** Routes for the comparison before a publication, and for the thresholds beyond which it waits for approval. */
function comparisonRoutes(deps: StoreAndClock): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/api/uploads/:id/comparison',
      { schema: { params: UploadParams, response: { 200: Comparison } } },
      async ({ params }) => storedComparison(deps.store, params.id),
    );

    await app.register(settingRoutes(deps, '/api/admin/load-limits', loadLimits));
  };
}

async function storedComparison(store: Store, id: string): Promise<Comparison> {
  await requireUpload(store, id);
  const comparison = await maybeStoredComparison(store, id);
  if (comparison === undefined) {
    throw notFound(
      'no_comparison',
      'Este envio ainda não foi conferido. Espere a leitura dos arquivos terminar.',
    );
  }
  return comparison;
}

interface UploadActRoutesDeps extends Receiving {
  /** Wakes the runner to look for work. */
  readonly wake: () => void;
  /** Stops an upload that runs in this process, at once. */
  readonly cancelRunning: (id: string) => void;
}

/** Routes for the list of uploads, and for what administrators do with an upload. */
function uploadActRoutes(deps: UploadActRoutesDeps): FastifyPluginAsyncZod {
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

function sourceRoutes(deps: SourceLoads): FastifyPluginAsyncZod {
  return async (app) => {
    const simpleSchema = { body: SimpleUpload, response: { 202: SimpleUploadAnswer } };
    app.post('/api/simple-upload', { schema: simpleSchema }, async (request, reply) =>
      reply.code(202).send(await simpleUpload(deps, request.body, actorOf(request))),
    );

    const newsSchema = { response: { 200: SourceNews } };
    app.get('/api/admin/source/news', { schema: newsSchema }, async () => sourceNews(deps));

    const loadSchema = { body: LoadFromSource, response: { 202: LoadedFromSource } };
    app.post('/api/admin/source/load', { schema: loadSchema }, async (request, reply) =>
      reply.code(202).send(await loadNews(deps, actorOf(request), request.body.months)),
    );

    const check = { 200: SourceCheck };
    app.get('/api/admin/source/check', { schema: { response: check } }, async () =>
      sourceCheckState(deps),
    );
    app.put(
      '/api/admin/source/check',
      { schema: { body: SourceCheckSettings.partial(), response: check } },
      async (request) => {
        const change = { actor: actorOf(request), at: deps.clock() };
        await writeSetting(deps.store.db, sourceCheck, request.body, change);
        return sourceCheckState(deps);
      },
    );
  };
}

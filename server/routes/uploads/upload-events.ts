import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { activeUploadIds, uploadView } from '../../registry/ingest/upload-view.ts';
import { uploadsWithFiles } from '../../registry/ingest/uploads.ts';
import type { Store, StoreAndClock } from '../../platform/store/store.ts';
import { type EventStream, streamRoute } from '../streams/event-stream.ts';

export const uploadEventRoutes =
  ({ store, clock }: StoreAndClock): FastifyPluginAsyncZod =>
  async (app) =>
    streamRoute(app, '/api/uploads/events', () => lookAtAll(store, clock));

/** The first poll returns all uploads in progress, each later one those that changed or ended. */
function lookAtAll(store: Store, clock: () => Date): EventStream['look'] {
  const begun = clock();
  const sent = new Map<string, string>();
  let isFirst = true;
  return async () => {
    const active = await activeUploadIds(store, begun);
    const ids = new Set([...active, ...sent.keys()]);
    const found = await uploadsWithFiles(store, [...ids]);
    const uploads = found.map((upload) => uploadView(upload, clock()));
    const changed = uploads.filter((upload) => sent.get(upload.id) !== JSON.stringify(upload));
    for (const upload of changed) sent.set(upload.id, JSON.stringify(upload));
    const events = isFirst
      ? [{ event: 'uploads', data: uploads }]
      : changed.map((upload) => ({ event: 'upload', data: upload }));
    isFirst = false;
    return { events, isLast: false };
  };
}

import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  LoadedFromSource,
  LoadFromSource,
  SimpleUpload,
  SimpleUploadAnswer,
  SourceCheck,
  SourceCheckSettings,
  SourceNews,
  SourceNewsQuery,
} from '../../../shared/contracts/source.ts';
import { recordAct } from '../../people/audit/audit.ts';
import { sourceCheck } from '../../registry/settings/load-settings.ts';
import { writeSetting } from '../../registry/settings/stored-settings.ts';
import { sourceCheckState } from '../../registry/source-loads/daily-check.ts';
import { simpleUpload } from '../../registry/source-loads/simple-upload.ts';
import { loadNews, sourceNews } from '../../registry/source-loads/source-news.ts';
import type { SourceLoads } from '../../registry/source-loads/source-loads.ts';
import { actorOf, signedInUser } from '../access/guard.ts';

/** Routes that load months from the configured source. */
export function sourceRoutes(deps: SourceLoads): FastifyPluginAsyncZod {
  return async (app) => {
    const simpleSchema = { body: SimpleUpload, response: { 202: SimpleUploadAnswer } };
    app.post('/api/simple-upload', { schema: simpleSchema }, async (request, reply) => {
      const answer = await simpleUpload(deps, request.body, signedInUser(request).id);
      await recordAct(deps.store.db, {
        action: 'source.loaded',
        actor: actorOf(request),
        subject: { type: 'upload', id: answer.upload.id },
        details: { months: [answer.upload.competencia] },
        at: deps.clock(),
      });
      return reply.code(202).send(answer);
    });

    const newsSchema = { querystring: SourceNewsQuery, response: { 200: SourceNews } };
    app.get('/api/admin/source/news', { schema: newsSchema }, async ({ query }) =>
      sourceNews(deps, query.months?.split(',')),
    );

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
      { schema: { body: SourceCheckSettings, response: check } },
      async (request) => {
        const change = { actor: actorOf(request), at: deps.clock() };
        await writeSetting(deps.store.db, sourceCheck, request.body, change);
        return sourceCheckState(deps);
      },
    );
  };
}

import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { RankAnswer, RankRequest } from '../../../shared/contracts/distribution.ts';
import { SearchAddress } from '../../../shared/contracts/search-address.ts';
import { firstPageSize, type SearchFilters } from '../../../shared/contracts/search.ts';
import { rankOf, withRanks } from '../../../shared/statistics/percentile.ts';
import type { QueryContext } from '../../answers/serving/query-scheduler.ts';
import { answerDistribution } from '../../answers/serving/stored-answer.ts';
import { readableRelease } from '../../answers/query/release.ts';
import { withStableReferences } from '../../reference/imported-references.ts';
import { requestedRelease } from '../../registry/releases/release-by-number.ts';
import { answering } from '../scheduling/answering.ts';
import { tagResponses } from '../http/entity-tag.ts';
import { sendOpenGzip } from '../http/send-gzip.ts';
import type { SearchRoutesDeps } from './search.ts';

/**
 * Routes for the exact distribution of a search, which its first response does not carry, and for the rank of one
 * salary in it. Both read the response that the search cached.
 */
export function distributionRoutes({
  store,
  service,
  queries,
}: Pick<SearchRoutesDeps, 'store' | 'service' | 'queries'>): FastifyPluginAsyncZod {
  const answerOf = async (
    filters: SearchFilters,
    number: number | undefined,
    context: QueryContext,
  ) => {
    const release = readableRelease(await requestedRelease(store, number));
    const request = { filters, pageSize: firstPageSize };
    return withStableReferences(store.db, () => service.answer(request, release, context));
  };
  return async (app) => {
    const rankSchema = { body: RankRequest, response: { 200: RankAnswer } };
    app.post('/api/search/rank', { schema: rankSchema }, async (request, reply) => {
      const { filters, release, salario } = request.body;
      const distribution = await answering(request, reply, async (context) => {
        const answer = await answerOf(filters, release, context);
        return queries.onMainThread(context, async () =>
          withRanks(await answerDistribution(answer)),
        );
      });
      const centavos = Math.round(salario * 100);
      return { rank: distribution.count === 0 ? null : rankOf(distribution, centavos) };
    });

    const schema = { querystring: SearchAddress };
    const options = { schema, exposeHeadRoute: false, onSend: tagResponses };
    app.get('/api/search/distribution', options, async (request, reply) => {
      const { release, ...filters } = request.query;
      const { distribution } = await answering(request, reply, (context) =>
        answerOf(filters, release, context),
      );
      return sendOpenGzip(reply.type('application/octet-stream'), distribution, '');
    });
  };
}

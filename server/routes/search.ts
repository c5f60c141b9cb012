import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { ReleaseSummary } from '../../shared/release.ts';
import { SearchAnswer, SearchRequest } from '../../shared/search.ts';
import { keptRelease } from '../releases/kept-release.ts';
import { releaseSummary } from '../releases/summary.ts';
import { rememberSearch } from '../research/remember-search.ts';
import { answerSearch } from '../salaries/answer.ts';
import { readableRelease } from '../salaries/release.ts';
import { currentRelease } from '../store/current-release.ts';
import type { Store } from '../store/store.ts';
import type { Warehouse } from '../warehouse/warehouse.ts';
import { answering } from './answering.ts';
import { signedInUser } from './guard.ts';

export interface SearchRoutesDeps {
  readonly store: Store;
  readonly warehouse: Warehouse;
  readonly clock: () => Date;
  readonly version: string;
}

/** The salary search, and which data it answers from. */
export function searchRoutes({
  store,
  warehouse,
  clock,
  version,
}: SearchRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const searchSchema = { body: SearchRequest, response: { 200: SearchAnswer } };
    app.post('/api/search', { schema: searchSchema }, async (request, reply) => {
      const { release: number } = request.body;
      const release = readableRelease(
        number === undefined ? await currentRelease(store) : await keptRelease(store, number),
      );
      const answer = await answering(reply, (limits) =>
        answerSearch(request.body, { warehouse, release, version, limits }),
      );
      const { id } = signedInUser(request);
      const receipt = await rememberSearch({ store, clock }, id, request.body, answer);
      return { ...answer, receipt };
    });

    app.get('/api/release', { schema: { response: { 200: ReleaseSummary } } }, async () =>
      releaseSummary(store),
    );
  };
}

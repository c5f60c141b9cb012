import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { ReleaseSummary } from '../../shared/contracts/release.ts';
import { SearchRequest } from '../../shared/contracts/search.ts';
import { withSteadyReferences } from '../reference/imported-references.ts';
import { askedRelease } from '../registry/releases/kept-release.ts';
import { releaseSummary } from '../registry/releases/summary.ts';
import type { AnswerGist } from '../research/keep-receipt.ts';
import { searchMemory } from '../research/remember-search.ts';
import type { AnswerDesk } from '../answers/answer-desk.ts';
import { readableRelease } from '../answers/release.ts';
import type { Store } from '../platform/store/store.ts';
import { answering } from './answering.ts';
import { signedInUser } from './guard.ts';
import { preferredWaitMs } from './preferred-wait.ts';
import { sendOpenGzip } from './send-open-gzip.ts';

export interface SearchRoutesDeps {
  readonly store: Store;
  readonly clock: () => Date;
  readonly desk: AnswerDesk<AnswerGist>;
}

/** The salary search, and which data it answers from. */
export function searchRoutes({ store, clock, desk }: SearchRoutesDeps): FastifyPluginAsyncZod {
  const remember = searchMemory(store);
  return async (app) => {
    const searchSchema = { body: SearchRequest };
    app.post('/api/search', { schema: searchSchema }, async (request, reply) => {
      const { release: number } = request.body;
      const release = readableRelease(await askedRelease(store, number));
      const { id: userId } = signedInUser(request);
      const patienceMs = preferredWaitMs(request.headers['prefer']);
      const { json, gist } = await answering(reply, (limits) =>
        withSteadyReferences(store.db, () =>
          desk.answer(request.body, release, { person: userId, patienceMs, ...limits }),
        ),
      );
      const { filters } = request.body;
      const remembered = await remember({ userId, filters, gist, now: clock() });
      // An answer is written once for all its readers; each has his receipt.
      const ending = `,${JSON.stringify(remembered).slice(1)}`;
      return sendOpenGzip(reply.type('application/json; charset=utf-8'), json, ending);
    });

    app.get('/api/release', { schema: { response: { 200: ReleaseSummary } } }, async () =>
      releaseSummary(store),
    );
  };
}

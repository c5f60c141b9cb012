import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { SavedSearch } from '../../../shared/contracts/history.ts';
import { DigestAnswer, FollowSaved, Unsubscribe } from '../../../shared/contracts/month-digest.ts';
import { Done } from '../../../shared/contracts/people-fields.ts';
import { networkRateLimit } from '../../people/limits/rate-limit.ts';
import { followSaved, unsubscribe } from '../../research/digest/follows.ts';
import { newestDigest } from '../../research/digest/read-digest.ts';
import type { SavedDeps } from '../../research/saved-searches.ts';
import { signedInUser } from '../access/guard.ts';
import { SavedParams } from './saved.ts';

const unsubscribePath = '/api/digest/unsubscribe';
const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** Routes for the month's changes in saved searches, and for the notices by mail about them. */
export function digestRoutes(deps: Pick<SavedDeps, 'store' | 'clock'>): FastifyPluginAsyncZod {
  const { db } = deps.store;
  const rateLimit = networkRateLimit(deps.store, deps.clock, {
    purpose: 'unsubscribe links',
    atOnce: 120,
    perSecond: 4,
  });
  return async (app) => {
    app.get('/api/digest', { schema: { response: { 200: DigestAnswer } } }, async (request) => ({
      digest: await newestDigest(deps.store, signedInUser(request)),
    }));

    const followSchema = { params: SavedParams, body: FollowSaved, response: { 200: SavedSearch } };
    app.put('/api/saved/:id/follow', { schema: followSchema }, async (request) =>
      followSaved(deps, signedInUser(request), request.params.id, request.body.isFollowed),
    );

    // Mail programs post a form of one field (RFC 8058), which adds nothing to the address.
    app.addContentTypeParser(formTypes, { parseAs: 'string' }, async () => null);
    const unsubscribeSchema = { querystring: Unsubscribe, response: { 200: Done } };
    app.post(unsubscribePath, { schema: unsubscribeSchema }, async (request) => {
      await rateLimit.admit(request.ip, 1);
      await unsubscribe(db, request.query.token);
      return { message: 'Você não recebe mais avisos por e-mail sobre pesquisas salvas.' };
    });

    // Mail programs without that button open the address; the page waits for a click.
    app.get(unsubscribePath, { schema: { querystring: Unsubscribe } }, async (request, reply) =>
      reply.redirect(`/unsubscribe#token=${encodeURIComponent(request.query.token)}`, 302),
    );
  };
}

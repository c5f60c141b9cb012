import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Done } from '../../../shared/contracts/people-fields.ts';
import {
  CreateSaved,
  SavedChange,
  SavedQuery,
  SavedSearch,
  UpdateSaved,
} from '../../../shared/contracts/history.ts';
import { Revision } from '../../../shared/contracts/revisions.ts';
import { changeSaved, deleteSaved, saveSearch } from '../../research/manage-saved.ts';
import { revisionOfSaved } from '../../research/revision.ts';
import { changeOf, listSaved, markSeen, type SavedDeps } from '../../research/saved-searches.ts';
import { ownerOf } from '../access/actor.ts';
import { answering } from '../scheduling/answering.ts';
import { signedInUser } from '../access/guard.ts';
import { NoBody } from '../http/no-body.ts';

const SavedParams = z.object({ id: z.uuid('Esta pesquisa salva não existe.') });

/** Routes for saved searches: the user's own, and those shared within the company. */
export function savedRoutes(deps: SavedDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const listSchema = { querystring: SavedQuery, response: { 200: z.array(SavedSearch) } };
    app.get('/api/saved', { schema: listSchema }, async (request, reply) => {
      const reader = signedInUser(request);
      const { searches, total } = await listSaved(deps.store.db, reader, request.query);
      return reply.header('x-total-count', total).send(searches);
    });

    const createSchema = { body: CreateSaved, response: { 201: SavedSearch } };
    app.post('/api/saved', { schema: createSchema }, async (request, reply) =>
      reply
        .status(201)
        .send(
          await answering(request, reply, (asker) =>
            saveSearch(deps, ownerOf(request), request.body, asker),
          ),
        ),
    );

    const changeSchema = { params: SavedParams, response: { 200: SavedChange } };
    app.get('/api/saved/:id/change', { schema: changeSchema }, async (request, reply) =>
      answering(request, reply, (asker) =>
        changeOf(deps, signedInUser(request), request.params.id, asker),
      ),
    );

    const revisionSchema = { params: SavedParams, response: { 200: Revision } };
    app.get('/api/saved/:id/revision', { schema: revisionSchema }, async (request, reply) =>
      answering(request, reply, (asker) =>
        revisionOfSaved(deps, signedInUser(request), request.params.id, asker),
      ),
    );

    const seenSchema = { ...changeSchema, body: NoBody };
    app.post('/api/saved/:id/seen', { schema: seenSchema }, async (request, reply) =>
      answering(request, reply, (asker) =>
        markSeen(deps, signedInUser(request), request.params.id, asker),
      ),
    );

    const updateSchema = { params: SavedParams, body: UpdateSaved, response: { 200: SavedSearch } };
    app.put('/api/saved/:id', { schema: updateSchema }, async (request) =>
      changeSaved(deps, ownerOf(request), request.params.id, request.body),
    );

    const deleteSchema = { params: SavedParams, response: { 200: Done } };
    app.delete('/api/saved/:id', { schema: deleteSchema }, async (request) => {
      await deleteSaved(deps, ownerOf(request), request.params.id);
      return { message: 'A pesquisa salva foi excluída.' };
    });
  };
}

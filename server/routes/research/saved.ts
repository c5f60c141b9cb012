import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  CreateSaved,
  HistoryEntry,
  HistoryQuery,
  NameHistoryEntry,
  SavedChange,
  SavedSearch,
  UpdateSaved,
} from '../../../shared/contracts/history.ts';
import { Done } from '../../../shared/contracts/people-fields.ts';
import { Revision } from '../../../shared/contracts/revisions.ts';
import type { Store } from '../../platform/store/store.ts';
import { changeSaved, deleteSaved, saveSearch } from '../../research/manage-saved.ts';
import { revisionOfSaved } from '../../research/revision.ts';
import { type SavedDeps, changeOf, listSaved, markSeen } from '../../research/saved-searches.ts';
import {
  deleteHistory,
  deleteHistoryEntry,
  listHistory,
  nameHistoryEntry,
} from '../../research/search-history.ts';
import { ownerOf, signedInUser } from '../access/guard.ts';
import { EmptyBody } from '../http/empty-body.ts';
import { answering } from '../scheduling/answering.ts';

export const SavedParams = z.object({ id: z.uuid('Esta pesquisa salva não existe.') });

/** Routes for saved searches: the user's own, and those shared within the company. */
export function savedRoutes(deps: SavedDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const listSchema = { querystring: HistoryQuery, response: { 200: z.array(SavedSearch) } };
    app.get('/api/saved', { schema: listSchema }, async (request, reply) => {
      const reader = signedInUser(request);
      const { searches, total } = await listSaved(deps.store.db, reader, request.query);
      return reply.header('x-total-count', total).send(searches);
    });

    const createSchema = { body: CreateSaved, response: { 201: SavedSearch } };
    app.post('/api/saved', { schema: createSchema }, async (request, reply) => {
      const saved = await answering(request, reply, (context) =>
        saveSearch(deps, ownerOf(request), request.body, context),
      );
      return reply.status(201).send(saved);
    });

    const changeSchema = { params: SavedParams, response: { 200: SavedChange } };
    app.get('/api/saved/:id/change', { schema: changeSchema }, async (request, reply) =>
      answering(request, reply, (context) =>
        changeOf(deps, signedInUser(request), request.params.id, context),
      ),
    );

    const revisionSchema = { params: SavedParams, response: { 200: Revision } };
    app.get('/api/saved/:id/revision', { schema: revisionSchema }, async (request, reply) =>
      answering(request, reply, (context) =>
        revisionOfSaved(deps, signedInUser(request), request.params.id, context),
      ),
    );

    const seenSchema = { ...changeSchema, body: EmptyBody };
    app.post('/api/saved/:id/seen', { schema: seenSchema }, async (request, reply) =>
      answering(request, reply, (context) =>
        markSeen(deps, signedInUser(request), request.params.id, context),
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

const EntryParams = z.object({ id: z.uuid('Esta pesquisa não está no seu histórico.') });

/** Routes for the user's own search history. */
export function historyRoutes({ db }: Pick<Store, 'db'>): FastifyPluginAsyncZod {
  return async (app) => {
    const listSchema = { querystring: HistoryQuery, response: { 200: z.array(HistoryEntry) } };
    app.get('/api/history', { schema: listSchema }, async (request, reply) => {
      const { entries, total } = await listHistory(db, signedInUser(request).id, request.query);
      return reply.header('x-total-count', total).send(entries);
    });

    const nameSchema = {
      params: EntryParams,
      body: NameHistoryEntry,
      response: { 200: HistoryEntry },
    };
    app.put('/api/history/:id', { schema: nameSchema }, async (request) =>
      nameHistoryEntry(db, signedInUser(request).id, request.params.id, request.body),
    );

    const deleteSchema = { params: EntryParams, response: { 200: Done } };
    app.delete('/api/history/:id', { schema: deleteSchema }, async (request) => {
      await deleteHistoryEntry(db, signedInUser(request).id, request.params.id);
      return { message: 'A pesquisa saiu do seu histórico.' };
    });

    const clearSchema = { body: EmptyBody, response: { 200: Done } };
    app.delete('/api/history', { schema: clearSchema }, async (request) => {
      await deleteHistory(db, signedInUser(request).id);
      return { message: 'O seu histórico foi apagado.' };
    });
  };
}

import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { HistoryEntry, HistoryQuery, NameHistoryEntry } from '../../../shared/contracts/history.ts';
import { Done } from '../../../shared/contracts/people-fields.ts';
import {
  forgetHistory,
  forgetSearch,
  listHistory,
  nameHistoryEntry,
} from '../../research/search-history.ts';
import type { Store } from '../../platform/store/store.ts';
import { signedInUser } from '../access/guard.ts';
import { NoBody } from '../http/no-body.ts';

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
      await forgetSearch(db, signedInUser(request).id, request.params.id);
      return { message: 'A pesquisa saiu do seu histórico.' };
    });

    const clearSchema = { body: NoBody, response: { 200: Done } };
    app.delete('/api/history', { schema: clearSchema }, async (request) => {
      await forgetHistory(db, signedInUser(request).id);
      return { message: 'O seu histórico foi apagado.' };
    });
  };
}

import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { CurrentUser } from '../../../shared/contracts/identity.ts';
import {
  MyData,
  MyDataQuery,
  MyDeletionRequest,
  UpdateMyName,
} from '../../../shared/contracts/my-data.ts';
import {
  changeMyName,
  exportMyData,
  myData,
  requestDeletion,
  type MyDataDeps,
} from '../../people/identity/my-data.ts';
import { actorOf, signedInUser } from '../access/guard.ts';
import { EmptyBody } from '../http/empty-body.ts';

/** Routes for the signed-in user's personal data. */
export function myDataRoutes(deps: MyDataDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const readSchema = { querystring: MyDataQuery, response: { 200: MyData } };
    app.get('/api/my-data', { schema: readSchema }, async (request, reply) => {
      if (request.query.download === undefined) return myData(deps, actorOf(request));
      void reply.header('content-disposition', 'attachment; filename="meus-dados.json"');
      return exportMyData(deps, actorOf(request));
    });

    const nameSchema = { body: UpdateMyName, response: { 200: CurrentUser } };
    app.put('/api/my-data', { schema: nameSchema }, async (request) =>
      changeMyName(deps, actorOf(request), request.body, signedInUser(request)),
    );

    const erasureSchema = { body: EmptyBody, response: { 200: MyDeletionRequest } };
    app.post('/api/my-data/erasure-request', { schema: erasureSchema }, async (request) => ({
      message: 'Recebemos o seu pedido. Um administrador vai eliminar os seus dados.',
      requestedAt: await requestDeletion(deps, actorOf(request)),
    }));
  };
}

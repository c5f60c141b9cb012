import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ApiKey, CreateApiKey, CreatedApiKey } from '../../../shared/contracts/api-keys.ts';
import {
  createApiKey,
  listApiKeys,
  revokeApiKey,
  type MakeApiKeysDeps,
} from '../../people/identity/api-keys.ts';
import { actorOf } from '../access/guard.ts';
import { EmptyBody } from '../http/empty-body.ts';

const CompanyParams = z.object({ id: z.uuid('Esta empresa não existe.') });
const KeyParams = z.object({ id: z.uuid('Esta chave não existe.') });

/** Routes with which administrators create and revoke the keys of companies. */
export function apiKeyRoutes(deps: MakeApiKeysDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const listSchema = { params: CompanyParams, response: { 200: z.array(ApiKey) } };
    app.get('/api/admin/companies/:id/api-keys', { schema: listSchema }, async (request) =>
      listApiKeys(deps, request.params.id),
    );

    const createSchema = {
      params: CompanyParams,
      body: CreateApiKey,
      response: { 201: CreatedApiKey },
    };
    app.post(
      '/api/admin/companies/:id/api-keys',
      { schema: createSchema },
      async (request, reply) => {
        const created = createApiKey(deps, actorOf(request), request.params.id, request.body);
        return reply.status(201).send(await created);
      },
    );

    const revokeSchema = { params: KeyParams, body: EmptyBody, response: { 200: ApiKey } };
    app.post('/api/admin/api-keys/:id/revoke', { schema: revokeSchema }, async (request) =>
      revokeApiKey(deps, actorOf(request), request.params.id),
    );
  };
}

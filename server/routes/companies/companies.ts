import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ApiKey, CreateApiKey, CreatedApiKey } from '../../../shared/contracts/api-keys.ts';
import {
  Company,
  CompanyListQuery,
  CompanyLogo,
  CreateCompany,
  MyCompany,
  UpdateCompany,
} from '../../../shared/contracts/companies.ts';
import {
  createApiKey,
  listApiKeys,
  revokeApiKey,
  type MakeApiKeysDeps,
} from '../../people/identity/api-keys.ts';
import {
  addCompany,
  changeCompany,
  listCompanies,
  myCompany,
} from '../../people/identity/companies.ts';
import type { StoreAndClock } from '../../platform/store/store.ts';
import {
  companyLogo,
  removeCompanyLogo,
  setCompanyLogo,
} from '../../research/reports/company-logo.ts';
import { actorOf, signedInUser } from '../access/guard.ts';
import { EmptyBody } from '../http/empty-body.ts';

/** A screen states the picture's hash, so that a browser loads a changed one. */
const LogoQuery = z.strictObject({ v: z.string().max(64).optional() });
const CompanyParams = z.object({ id: z.uuid('Esta empresa não existe.') });

const logoPath = '/api/admin/companies/:id/logo';

/** Routes for client companies and their logos, and for the user's own company. */
export function companyRoutes(deps: StoreAndClock): FastifyPluginAsyncZod {
  return async (app) => {
    const listSchema = { querystring: CompanyListQuery, response: { 200: z.array(Company) } };
    app.get('/api/admin/companies', { schema: listSchema }, async (request, reply) => {
      const { companies, total } = await listCompanies(deps.store.db, request.query);
      return reply.header('x-total-count', total).send(companies);
    });

    const createSchema = { body: CreateCompany, response: { 201: Company } };
    app.post('/api/admin/companies', { schema: createSchema }, async (request, reply) =>
      reply.status(201).send(await addCompany(deps, actorOf(request), request.body)),
    );

    const updateSchema = { params: CompanyParams, body: UpdateCompany, response: { 200: Company } };
    app.put('/api/admin/companies/:id', { schema: updateSchema }, async (request) =>
      changeCompany(deps, actorOf(request), request.params.id, request.body),
    );

    app.get(
      logoPath,
      { schema: { params: CompanyParams, querystring: LogoQuery } },
      async (request, reply) => {
        const { mediaType, bytes } = await companyLogo(deps.store.db, request.params.id);
        return (
          reply
            .header('content-type', mediaType)
            .header('content-disposition', 'inline')
            .header('cache-control', 'private, no-cache')
            // Opened as a page, the logo is a picture and cannot run scripts.
            .header('content-security-policy', "default-src 'none'; sandbox")
            .send(bytes)
        );
      },
    );

    const setSchema = { params: CompanyParams, body: CompanyLogo, response: { 200: Company } };
    app.put(logoPath, { schema: setSchema }, async (request) =>
      setCompanyLogo(deps, actorOf(request), request.params.id, request.body.content),
    );

    const removeSchema = { params: CompanyParams, body: EmptyBody, response: { 200: Company } };
    app.delete(logoPath, { schema: removeSchema }, async (request) =>
      removeCompanyLogo(deps, actorOf(request), request.params.id),
    );

    // The user's company, to compare pay within its sector.
    app.get('/api/my-company', { schema: { response: { 200: MyCompany } } }, async (request) =>
      myCompany(deps.store.db, signedInUser(request).companyId),
    );
  };
}

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

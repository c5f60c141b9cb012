import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  Company,
  CompanyListQuery,
  CreateCompany,
  MyCompany,
  UpdateCompany,
} from '../../../shared/contracts/companies.ts';
import {
  addCompany,
  changeCompany,
  listCompanies,
  myCompany,
} from '../../people/identity/companies.ts';
import type { StoreAndClock } from '../../platform/store/store.ts';
import { actorOf } from '../access/actor.ts';
import { signedInUser } from '../access/guard.ts';

const CompanyParams = z.object({ id: z.uuid('Esta empresa não existe.') });

/** Routes that manage client companies, and the one that reads the user's own. */
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

    // The user's company, to compare pay within its sector.
    app.get('/api/my-company', { schema: { response: { 200: MyCompany } } }, async (request) =>
      myCompany(deps.store.db, signedInUser(request).companyId),
    );
  };
}

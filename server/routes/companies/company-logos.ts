import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Company, CompanyLogo } from '../../../shared/contracts/companies.ts';
import type { StoreAndClock } from '../../platform/store/store.ts';
import {
  companyLogo,
  removeCompanyLogo,
  setCompanyLogo,
} from '../../research/reports/logo/company-logo.ts';
import { actorOf } from '../access/actor.ts';
import { NoBody } from '../http/no-body.ts';

const CompanyParams = z.object({ id: z.uuid('Esta empresa não existe.') });
const path = '/api/admin/companies/:id/logo';

/** Routes for the logos of client companies. */
export function companyLogoRoutes(deps: StoreAndClock): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(path, { schema: { params: CompanyParams } }, async (request, reply) => {
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
    });

    const setSchema = { params: CompanyParams, body: CompanyLogo, response: { 200: Company } };
    app.put(path, { schema: setSchema }, async (request) =>
      setCompanyLogo(deps, actorOf(request), request.params.id, request.body.content),
    );

    const removeSchema = { params: CompanyParams, body: NoBody, response: { 200: Company } };
    app.delete(path, { schema: removeSchema }, async (request) =>
      removeCompanyLogo(deps, actorOf(request), request.params.id),
    );
  };
}

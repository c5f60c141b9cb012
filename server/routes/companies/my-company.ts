import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Kysely } from 'kysely';
import { MyCompany } from '../../../shared/contracts/companies.ts';
import { myCompany } from '../../people/identity/companies.ts';
import type { Database } from '../../platform/store/schema.ts';
import { signedInUser } from '../access/guard.ts';

/** Route for the user's company, to compare pay within its sector. */
export function myCompanyRoutes(db: Kysely<Database>): FastifyPluginAsyncZod {
  return async (app) => {
    app.get('/api/my-company', { schema: { response: { 200: MyCompany } } }, async (request) =>
      myCompany(db, signedInUser(request).companyId),
    );
  };
}

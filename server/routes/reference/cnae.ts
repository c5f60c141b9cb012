import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { CnaeDetailsRequest, CnaeItem, CnaeSearchQuery } from '../../../shared/codes/cnae.ts';
import { requireCnaes, searchCnaes } from '../../reference/cnaes.ts';

/** The CNAE subclasses that a company chooses from. */
export const cnaeRoutes: FastifyPluginAsyncZod = async (app) => {
  const response = { 200: z.array(CnaeItem) };
  app.get(
    '/api/reference/cnae',
    { schema: { querystring: CnaeSearchQuery, response } },
    async (request) => searchCnaes(request.query.search),
  );
  app.post(
    '/api/reference/cnae/details',
    { schema: { body: CnaeDetailsRequest, response } },
    async (request) => requireCnaes(request.body.cnaes),
  );
};

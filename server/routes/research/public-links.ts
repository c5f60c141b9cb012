import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ReceiptParams } from '../../../shared/contracts/receipts.ts';
import {
  CreatePublicLink,
  NewPublicLink,
  PublicLink,
  PublicReceipt,
  ReceiptLinks,
} from '../../../shared/contracts/public-links.ts';
import { networkRateLimit } from '../../people/limits/rate-limit.ts';
import { publicLinks } from '../../registry/settings/load-settings.ts';
import {
  type MakeLinksDeps,
  createLink,
  linksOfReceipt,
  openLink,
  revokeLink,
} from '../../research/public-links.ts';
import { ownerOf } from '../access/guard.ts';
import { EmptyBody } from '../http/empty-body.ts';
import { publicLinksLimit } from '../pages/public-pages.ts';
import { settingRoutes } from '../settings/setting-routes.ts';

const LinkParams = z.object({ id: z.uuid('Este link não existe.') });
const TokenParams = z.object({ token: z.string().max(80, 'Este link não existe.') });

export function publicLinkRoutes(deps: MakeLinksDeps): FastifyPluginAsyncZod {
  const rateLimit = networkRateLimit(deps.store, deps.clock, publicLinksLimit);
  return async (app) => {
    const listSchema = { params: ReceiptParams, response: { 200: ReceiptLinks } };
    app.get('/api/receipts/:id/links', { schema: listSchema }, async (request) =>
      linksOfReceipt(deps, ownerOf(request), request.params.id),
    );

    const createSchema = {
      params: ReceiptParams,
      body: CreatePublicLink,
      response: { 201: NewPublicLink },
    };
    app.post('/api/receipts/:id/links', { schema: createSchema }, async (request, reply) => {
      const made = await createLink(deps, ownerOf(request), request.params.id, request.body);
      return reply.status(201).send(made);
    });

    const revokeSchema = { params: LinkParams, body: EmptyBody, response: { 200: PublicLink } };
    app.post('/api/public-links/:id/revoke', { schema: revokeSchema }, async (request) =>
      revokeLink(deps, ownerOf(request), request.params.id),
    );

    const openSchema = { params: TokenParams, response: { 200: PublicReceipt } };
    const openOptions = { schema: openSchema, exposeHeadRoute: false };
    app.get('/api/public/:token', openOptions, async (request, reply) => {
      await rateLimit.admit(request.ip, 1);
      void reply.header('x-robots-tag', 'noindex, nofollow');
      return openLink(deps, request.params.token);
    });

    await app.register(settingRoutes(deps, '/api/admin/public-links', publicLinks));
  };
}

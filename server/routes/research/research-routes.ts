import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Showcase } from '../../../shared/contracts/showcase.ts';
import type { ReceiptsDeps } from '../../research/receipt-store.ts';
import { distributionRoutes } from '../search/distribution.ts';
import { recordsRoutes } from '../search/records.ts';
import { type SearchRoutesDeps, searchRoutes } from '../search/search.ts';
import { digestRoutes } from './digest.ts';
import { receiptRoutes } from './receipts.ts';
import { historyRoutes, savedRoutes } from './saved.ts';

/** The routes for the search, and for what the product stores of it. */
export const researchRoutes = (
  deps: ReceiptsDeps & SearchRoutesDeps,
): readonly FastifyPluginAsyncZod[] => [
  searchRoutes(deps),
  distributionRoutes(deps),
  recordsRoutes(deps),
  receiptRoutes(deps),
  historyRoutes(deps.store),
  savedRoutes(deps),
  digestRoutes(deps),
];

/** Route for the home page's example, open to anyone. */
export function showcaseRoutes(read: () => Promise<Showcase>): FastifyPluginAsyncZod {
  return async (app) => {
    app.get('/api/showcase', async (_, reply) => {
      const showcase = Showcase.parse(await read());
      // As text, because the framework would answer null with an empty body.
      return reply
        .type('application/json; charset=utf-8')
        .header('cache-control', 'public, max-age=300')
        .send(JSON.stringify(showcase));
    });
  };
}

import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { AllReceiptsDeps } from '../../research/receipts.ts';
import { historyRoutes } from './history.ts';
import { recordsRoutes } from '../search/records.ts';
import { receiptRoutes } from './receipts.ts';
import { savedRoutes } from './saved.ts';
import { searchRoutes, type SearchRoutesDeps } from '../search/search.ts';

/** The routes for the search, and for what the product stores of it. */
export const researchRoutes = (
  deps: AllReceiptsDeps & SearchRoutesDeps,
): readonly FastifyPluginAsyncZod[] => [
  searchRoutes(deps),
  recordsRoutes(deps),
  receiptRoutes(deps),
  historyRoutes(deps.store),
  savedRoutes(deps),
];

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { rulesOf } from './guard.ts';
import type { RouteTable } from './route-table.ts';

const NoParameters = z.strictObject({});

/**
 * Makes routes without parameters refuse any, so that none is ignored. Routes for anyone take them: monitors, providers
 * and mail programs add their own. Call it before routes are registered.
 */
export function refuseUnknownParameters(app: FastifyInstance, table: RouteTable): void {
  app.addHook('onRoute', (route) => {
    const isOpen = rulesOf(table, route).some(({ access }) => access === 'anyone');
    if (!isOpen) route.schema = { querystring: NoParameters, ...route.schema };
  });
}

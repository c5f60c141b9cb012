import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { OccupationNodes, OccupationNodesQuery } from '../../../shared/contracts/reference.ts';
import type { ToldGroupPays } from '../../answers/present/occupations/group-pay.ts';
import { occupationNodes } from '../../answers/present/occupations/occupation-nodes.ts';

export interface OccupationGroupRoutesDeps {
  readonly groupPays: () => Promise<ToldGroupPays>;
}

/** Route to browse the occupations from the grandes grupos down, with the pay of each node. */
export function occupationGroupRoutes({
  groupPays,
}: OccupationGroupRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    const schema = { querystring: OccupationNodesQuery, response: { 200: OccupationNodes } };
    app.get('/api/reference/occupation-groups', { schema }, async ({ query }) =>
      occupationNodes(query, await groupPays()),
    );
  };
}

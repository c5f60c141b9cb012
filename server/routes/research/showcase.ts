import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Showcase } from '../../../shared/contracts/showcase.ts';

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

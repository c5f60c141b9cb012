import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../platform/errors.ts';

const readingMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Refuses state-changing requests from pages of other sites. */
export function refuseForeignOrigins(app: FastifyInstance, publicUrl: string | undefined): void {
  app.addHook('onRequest', async (request) => {
    if (readingMethods.includes(request.method) || isOwn(request, publicUrl)) return;
    throw new AppError('foreign_origin', 403, 'Pedido recusado: ele veio de outro site.');
  });
}

function isOwn({ headers }: FastifyRequest, publicUrl: string | undefined): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (origin === undefined) return site === undefined || site === 'same-origin';
  if (publicUrl !== undefined) return origin === publicUrl;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** Whether another site's page sent the browser here. */
export function isFromElsewhere({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}

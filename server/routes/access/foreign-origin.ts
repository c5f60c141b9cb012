import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { ruleOf } from './guard.ts';
import type { RouteTable } from './route-table.ts';

const readingMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

export interface ForeignOriginOptions {
  readonly publicUrl: string | undefined;
  readonly table: RouteTable;
}

/**
 * Refuses requests from pages of other sites that change state, and those that read what a session opens: browsers send
 * the session's cookie with a link from another site, which could start exports in the user's name.
 */
export function refuseForeignOrigins(
  app: FastifyInstance,
  { publicUrl, table }: ForeignOriginOptions,
): void {
  app.addHook('onRequest', async (request) => {
    const isAccepted = readingMethods.includes(request.method)
      ? !isFromElsewhere(request) || !needsSession(request, table)
      : isOwn(request, publicUrl);
    if (!isAccepted) {
      throw new AppError('foreign_origin', 403, 'Pedido recusado: ele veio de outro site.');
    }
  });
}

function needsSession({ method, routeOptions }: FastifyRequest, table: RouteTable): boolean {
  if (routeOptions.url === undefined) return false;
  const { access } = ruleOf(table, method, routeOptions.url);
  return access !== 'anyone' && access !== 'api-key';
}

function isOwn({ headers }: FastifyRequest, publicUrl: string | undefined): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (origin === undefined) return site === undefined || site === 'same-origin';
  if (publicUrl !== undefined) return origin === publicUrl;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/**
 * Whether another site's page sent the browser here. Browsers send the header to HTTPS addresses and to this machine; a
 * typed address has `none`, and other programs send no header.
 */
export function isFromElsewhere({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}

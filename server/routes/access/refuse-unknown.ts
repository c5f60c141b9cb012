import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import { rulesOf } from './guard.ts';
import type { RouteTable } from './route-table.ts';

export const notFound = () =>
  new AppError('not_found', 404, 'O endereço pedido não existe neste sistema.');

/**
 * Refuses a request that no route serves. Throws `AppError` 405 `wrong_method`, with the header `Allow`, for a path
 * that has routes for other methods only, and 404 `not_found` for any other path.
 */
export function refuseUnknown(
  table: RouteTable,
  { method, url, server }: FastifyRequest,
  reply: FastifyReply,
): never {
  const allowed = allowedMethods(table, url.split('?', 1)[0] ?? '', (route) =>
    server.hasRoute({ method: 'HEAD', url: route }),
  );
  if (allowed.length === 0 || allowed.includes(method)) throw notFound();
  const list = allowed.join(', ');
  void reply.header('allow', list);
  throw new AppError('wrong_method', 405, `Este endereço não atende ${method}: use ${list}.`);
}

/** The methods of the table's routes for a path; GET includes HEAD, except where a read is recorded. */
export function allowedMethods(
  table: RouteTable,
  path: string,
  hasHead: (route: string) => boolean,
): string[] {
  const parts = path.split('/');
  return Object.keys(table).flatMap((route) => {
    const [method = '', pattern = ''] = route.split(' ');
    const segments = pattern.split('/');
    const isSame =
      segments.length === parts.length &&
      segments.every((part, index) =>
        part.startsWith(':') ? parts[index] !== '' : part === parts[index],
      );
    if (!isSame) return [];
    return method === 'GET' && hasHead(pattern) ? ['GET', 'HEAD'] : [method];
  });
}

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

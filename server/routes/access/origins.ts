import { networkInterfaces } from 'node:os';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { isThisMachine } from '../../platform/this-machine.ts';
import { ruleOf } from './guard.ts';
import type { RouteTable } from './route-table.ts';

const readingMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses requests from pages of other sites that change state, and those that read what a session opens: browsers send
 * the session's cookie with a link from another site, which could start exports in the user's name.
 */
export function refuseForeignOrigins(
  app: FastifyInstance,
  { publicUrl, table }: { readonly publicUrl: string | undefined; readonly table: RouteTable },
): void {
  app.addHook('onRequest', async (request) => {
    const isAccepted = readingMethods.includes(request.method)
      ? !isCrossSite(request) || !needsSession(request, table)
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
export function isCrossSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}

const everyAddress: readonly string[] = ['0.0.0.0', '::'];

/**
 * Without a public address, accepts only this machine's names: loopback, and the address that the server listens on.
 * Another name may belong to another site that resolves it to this server so that its pages can read the responses (DNS
 * rebinding).
 */
export function refuseForeignHosts(app: FastifyInstance, listensAt: string): void {
  app.addHook('onRequest', async ({ headers }) => {
    if (isOwnHost(headers.host, listensAt)) return;
    throw new AppError(
      'unknown_host',
      421,
      'Este endereço não é o deste sistema. Um administrador pode defini-lo em PUBLIC_URL.',
    );
  });
}

/** Whether a `Host` header names this machine. */
function isOwnHost(header: string | undefined, listensAt: string): boolean {
  const url = `http://${header}`;
  if (header === undefined || !URL.canParse(url)) return false;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (isThisMachine(host) || host.endsWith('.localhost')) return true;
  if (!everyAddress.includes(listensAt)) return host === listensAt.toLowerCase();
  return addressesOfMachine().includes(host);
}

const addressesOfMachine = () =>
  Object.values(networkInterfaces()).flatMap((found) =>
    (found ?? []).map(({ address }) => address),
  );

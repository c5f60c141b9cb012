import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/errors.ts';

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
      'Este endereço não é o deste sistema. Quem administra pode defini-lo em PUBLIC_URL.',
    );
  });
}

/** Whether a `Host` header names this machine. */
function isOwnHost(header: string | undefined, listensAt: string): boolean {
  const url = `http://${header}`;
  if (header === undefined || !URL.canParse(url)) return false;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (host === 'localhost' || host.endsWith('.localhost') || isLoopback(host)) return true;
  if (!everyAddress.includes(listensAt)) return host === listensAt.toLowerCase();
  return isIP(host) !== 0 && addressesOfMachine().includes(host);
}

const isLoopback = (host: string) =>
  host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

const addressesOfMachine = () =>
  Object.values(networkInterfaces()).flatMap((found) =>
    (found ?? []).map(({ address }) => address),
  );

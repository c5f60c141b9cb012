import { isIP } from 'node:net';

/** Whether a host, given by name or address as in a URL, is this machine by every resolver. */
export const isThisMachine = (host: string): boolean =>
  ['localhost', '::1', '[::1]'].includes(host) || (isIP(host) === 4 && host.startsWith('127.'));

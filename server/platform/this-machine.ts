import { isIP } from 'node:net';

/** Whether a host, given by name or address as in a URL, always names this machine. */
export const isThisMachine = (host: string): boolean =>
  ['localhost', '::1', '[::1]'].includes(host) || (isIP(host) === 4 && host.startsWith('127.'));

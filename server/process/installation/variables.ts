import { isIP } from 'node:net';
import { z } from 'zod';
import { StartError } from '../../platform/start-error.ts';

/** An environment variable with a value that the product cannot start with. The message never contains the value. */
export class ConfigError extends StartError {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

/** The message for a variable with an invalid value. */
export const sentence = (name: string, rule: string) => `Configuração inválida: ${name} ${rule}.`;

/** A decimal integer from `minimum` to `maximum`, both included. */
export function wholeNumber(name: string, minimum: number, maximum: number) {
  const message = sentence(name, `deve ser um número inteiro de ${minimum} a ${maximum}`);
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.number().min(minimum, message).max(maximum, message));
}

/** A number from 0 to 100, with a decimal point. */
export function percentage(name: string) {
  const message = sentence(name, 'deve ser um número de 0 a 100');
  return z
    .string()
    .regex(/^\d{1,3}(\.\d{1,6})?$/, message)
    .transform(Number)
    .pipe(z.number().max(100, message));
}

/** A URL with one of the protocols (given without the colon). */
export function address(name: string, protocols: readonly string[], example: string) {
  const isValid = (text: string) =>
    URL.canParse(text) &&
    protocols.includes(new URL(text).protocol.slice(0, -1)) &&
    new URL(text).hostname !== '';
  return z.string().refine(isValid, sentence(name, `deve ser um endereço como ${example}`));
}

/** One or more addresses, separated by commas. */
export function addresses(name: string, protocols: readonly string[], example: string) {
  const one = address(name, protocols, example);
  return z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(one))
    .transform((parts) => parts.join(','));
}

/** An address without a path: `PUBLIC_URL` names the site, and the product is at `/` of the site. */
export function siteAddress(name: string) {
  const example = 'https://caged.exemplo.com.br';
  return address(name, ['http', 'https'], example).transform((text, context) => {
    const url = new URL(text);
    if (url.pathname === '/' && url.search === '' && url.hash === '') return url.origin;
    context.addIssue(sentence(name, `deve ser um endereço sem caminho, como ${example}`));
    return z.NEVER;
  });
}

/**
 * Addresses and networks of proxies, as the framework accepts them. A network that contains every address is refused.
 */
export function proxies(name: string) {
  const rule = 'deve ter endereços ou redes de proxies, como 10.0.0.7,192.168.0.0/24';
  const groups = ['loopback', 'linklocal', 'uniquelocal'];
  const isProxy = (text: string) => {
    const [network = '', prefix, ...more] = text.split('/');
    if (groups.includes(text)) return true;
    const longest = { 0: 0, 4: 32, 6: 128 }[isIP(network)] ?? 0;
    if (longest === 0 || more.length > 0) return false;
    if (prefix === undefined) return true;
    return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= longest;
  };
  return z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((parts) => parts.every(isProxy), sentence(name, rule));
}

/** Whether the host of a URL is this machine. */
export const isLoopback = (host: string) =>
  host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));

/** Whether a text is a destination of audit and log lines: a file of this machine, or a host with its port. */
function isReceiver(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, pathname } = new URL(text);
  // `URL` would parse a relative name as a path below the root.
  if (protocol === 'file:')
    return text.startsWith('file:/') && hostname === '' && pathname.length > 1;
  return ['tcp:', 'tls:'].includes(protocol) && hostname !== '' && port !== '';
}

/** Whether the lines for a receiver leave this machine without encryption. */
function isShippedInClear(receiverAddress: string): boolean {
  const { protocol, hostname } = new URL(receiverAddress);
  return protocol === 'tcp:' && !isLoopback(hostname);
}

/** The values that `AUDIT_SHIP` accepts: without TLS, the receiver is on this machine. */
export function receiver(name: string) {
  const rule = 'deve ser file:/pasta/arquivo, tls://servidor:porta ou tcp://127.0.0.1:porta';
  const inClear =
    'com tcp:// só vale para um servidor desta máquina, como tcp://127.0.0.1:porta: para outra máquina use tls://servidor:porta, que vai criptografado';
  return z
    .string()
    .refine(isReceiver, { error: sentence(name, rule), abort: true })
    .refine((text) => !isShippedInClear(text), sentence(name, inClear));
}

/** A boolean: 0, 1, false or true. */
export const onOff = (name: string) =>
  z
    .enum(['0', '1', 'false', 'true'], sentence(name, 'deve ser 0 ou 1'))
    .transform((text) => text === '1' || text === 'true');

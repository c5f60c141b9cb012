import { isIP } from 'node:net';
import { z } from 'zod';
import { ruleErrorIn } from '../../platform/files/bucket-address.ts';
import { isThisMachine } from '../../platform/this-machine.ts';
import type { ProviderSettings } from '../../people/identity/provider/open-id-provider.ts';

/** The error for a variable that the product cannot start with. The message never contains its value. */
export const configError = (name: string, rule: string) => ruleErrorIn(name)(rule);

/** A decimal integer from `minimum` to `maximum`, both included. */
export function wholeNumber(minimum: number, maximum: number) {
  const rule = `deve ser um número inteiro de ${minimum} a ${maximum}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, rule)
    .transform(Number)
    .pipe(z.number().min(minimum, rule).max(maximum, rule));
}

/** A number from 0 to 100, with a decimal point. */
export function percentage() {
  const rule = 'deve ser um número de 0 a 100, com ponto decimal, como 0.5';
  return z
    .string()
    .regex(/^\d{1,3}(\.\d{1,6})?$/, rule)
    .transform(Number)
    .pipe(z.number().max(100, rule));
}

/** A URL with one of the protocols (given without the colon). */
export function address(protocols: readonly string[], example: string) {
  const isValid = (text: string) =>
    URL.canParse(text) &&
    protocols.includes(new URL(text).protocol.slice(0, -1)) &&
    new URL(text).hostname !== '';
  return z.string().refine(isValid, `deve ser um endereço como ${example}`);
}

const parts = (text: string) => text.split(',').map((part) => part.trim());

/** One or more addresses, separated by commas; an address that is given twice counts once. */
export const addresses = (protocols: readonly string[], example: string) =>
  z
    .string()
    .transform(parts)
    .pipe(z.array(address(protocols, example)))
    .transform((all) =>
      [...new Map(all.map((one) => [new URL(one).href, one])).values()].join(','),
    );

/** An address without a path: `PUBLIC_URL` names the site, and the product is at `/` of the site. */
export function siteAddress() {
  const example = 'https://caged.exemplo.com.br';
  return address(['http', 'https'], example).transform((text, context) => {
    const url = new URL(text);
    if (url.pathname === '/' && url.search === '' && url.hash === '') return url.origin;
    context.addIssue(`deve ser um endereço sem caminho, como ${example}`);
    return z.NEVER;
  });
}

const proxyGroups = ['loopback', 'linklocal', 'uniquelocal'];

/** Whether the framework accepts this address or network of proxies, and it does not contain every address. */
function isProxy(text: string): boolean {
  const [network = '', prefix, ...more] = text.split('/');
  if (proxyGroups.includes(text)) return true;
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(network)] ?? 0;
  if (longest === 0 || more.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= longest;
}

export const proxies = () =>
  z
    .string()
    .transform(parts)
    .refine(
      (all) => all.every(isProxy),
      'deve ter endereços ou redes de proxies, como 10.0.0.7,192.168.0.0/24',
    );

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
  return protocol === 'tcp:' && !isThisMachine(hostname);
}

/** The values that `AUDIT_SHIP` accepts: without TLS, the receiver is on this machine. */
export function receiver() {
  const error = 'deve ser file:/pasta/arquivo, tls://servidor:porta ou tcp://127.0.0.1:porta';
  const inClear =
    'com tcp:// só vale para um servidor desta máquina, como tcp://127.0.0.1:porta: para outra máquina use tls://servidor:porta, que vai criptografado';
  return z
    .string()
    .refine(isReceiver, { error, abort: true })
    .refine((text) => !isShippedInClear(text), inClear);
}

/** A list of host names, in lower case. */
export const hostNames = (example: string) =>
  z
    .string()
    .regex(/^[\w.-]+(\s*,\s*[\w.-]+)*$/, `deve ter nomes de servidores, como ${example}`)
    .transform((text) => text.toLowerCase().split(/\s*,\s*/));

/** A boolean: 0, 1, false or true. */
export const onOff = () =>
  z
    .enum(['0', '1', 'false', 'true'], 'deve ser 0 ou 1')
    .transform((text) => text === '1' || text === 'true');

const claim = z
  .string()
  .regex(
    /^[^\s.]{1,200}(\.[^\s.]{1,200}){0,9}$/,
    'deve ser o nome de uma claim, como roles ou realm_access.roles',
  );

const line = (longest: number) =>
  z
    .string()
    .regex(
      new RegExp(`^[^\\p{Cc}]{1,${longest}}$`, 'u'),
      `deve ter uma linha de até ${longest} caracteres`,
    );

/** Except on the same machine, only TLS proves that the provider itself answers. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash, username } = new URL(text);
  if (search !== '' || hash !== '' || username !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname));
}

/** The variables of sign-in through an OpenID provider. */
export const providerVariables = {
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, 'deve ser um endereço https do provedor de login')
    .optional(),
  OIDC_CLIENT_ID: line(300).optional(),
  OIDC_CLIENT_SECRET: line(2_000).optional(),
  OIDC_ROLE_CLAIM: claim.default('roles'),
  OIDC_ADMINS: line(500).optional(),
  OIDC_CLIENTS: line(500).optional(),
  OIDC_VIEWERS: line(500).optional(),
  OIDC_COMPANY_CLAIM: claim.optional(),
  OIDC_ACR: line(300).optional(),
  OIDC_LABEL: line(40).default('a conta da empresa'),
};

type Values = z.infer<z.ZodObject<typeof providerVariables>> & {
  readonly PUBLIC_URL?: string | undefined;
  readonly REQUIRE_SECOND_FACTOR: 'admins' | 'nobody';
};

/** The provider's settings; undefined if no variable of it is set. Throws `StartError` if variables are missing. */
export function maybeProvider(values: Values): ProviderSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret } = values;
  const roleValues = {
    ADMIN: values.OIDC_ADMINS,
    CLIENT: values.OIDC_CLIENTS,
    VIEWER: values.OIDC_VIEWERS,
  };
  if (issuer === undefined) {
    const others = [clientId, secret, values.OIDC_ACR, values.OIDC_COMPANY_CLAIM];
    if ([...others, ...Object.values(roleValues)].every((value) => value === undefined)) return;
    throw configError('OIDC_ISSUER', 'falta: é o endereço do provedor das outras variáveis OIDC_');
  }
  if (clientId === undefined)
    throw configError('OIDC_CLIENT_ID', 'falta: OIDC_ISSUER precisa dele');
  if (secret === undefined)
    throw configError('OIDC_CLIENT_SECRET', 'falta: OIDC_ISSUER precisa dele');
  if (values.PUBLIC_URL === undefined) {
    throw configError(
      'OIDC_ISSUER',
      'só vale junto com PUBLIC_URL, o endereço para onde o provedor devolve cada usuário',
    );
  }
  if (Object.values(roleValues).every((value) => value === undefined)) {
    const rule =
      'só vale junto com OIDC_ADMINS, OIDC_CLIENTS ou OIDC_VIEWERS, que definem os papéis';
    throw configError('OIDC_ISSUER', rule);
  }
  if (values.REQUIRE_SECOND_FACTOR === 'admins' && values.OIDC_ACR === undefined) {
    const rule =
      'admins, com OIDC_ISSUER, só vale junto com OIDC_ACR: quem entra pelo provedor faz a verificação em duas etapas nele';
    throw configError('REQUIRE_SECOND_FACTOR', rule);
  }
  return {
    issuer,
    clientId,
    clientSecret: secret,
    roleClaim: values.OIDC_ROLE_CLAIM,
    roleValues,
    companyClaim: values.OIDC_COMPANY_CLAIM,
    strength: values.OIDC_ACR,
    label: values.OIDC_LABEL,
  };
}

import { z } from 'zod';
import type { ProviderSettings } from '../../people/identity/provider/open-id-provider.ts';
import { ConfigError, isLoopback, sentence } from './variables.ts';

const claim = (name: string) =>
  z
    .string()
    .regex(
      /^[^\s.]{1,200}(\.[^\s.]{1,200}){0,9}$/,
      sentence(name, 'deve ser o nome de uma claim, como roles ou realm_access.roles'),
    );

const line = (name: string, longest: number) =>
  z
    .string()
    .regex(
      new RegExp(`^[^\\p{Cc}]{1,${longest}}$`, 'u'),
      sentence(name, `deve ter uma linha de até ${longest} caracteres`),
    );

/** Except on the same machine, only TLS proves that the provider itself answers. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash, username } = new URL(text);
  if (search !== '' || hash !== '' || username !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** The variables of sign-in through an OpenID provider. */
export const providerVariables = {
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, sentence('OIDC_ISSUER', 'deve ser um endereço https do provedor de login'))
    .optional(),
  OIDC_CLIENT_ID: line('OIDC_CLIENT_ID', 300).optional(),
  OIDC_CLIENT_SECRET: line('OIDC_CLIENT_SECRET', 2_000).optional(),
  OIDC_ROLE_CLAIM: claim('OIDC_ROLE_CLAIM').default('roles'),
  OIDC_ADMINS: line('OIDC_ADMINS', 500).optional(),
  OIDC_CLIENTS: line('OIDC_CLIENTS', 500).optional(),
  OIDC_VIEWERS: line('OIDC_VIEWERS', 500).optional(),
  OIDC_COMPANY_CLAIM: claim('OIDC_COMPANY_CLAIM').optional(),
  OIDC_ACR: line('OIDC_ACR', 300).optional(),
  OIDC_LABEL: line('OIDC_LABEL', 40).default('a conta da empresa'),
};

const Values = z.object(providerVariables);
type Values = z.infer<typeof Values> & {
  readonly PUBLIC_URL?: string | undefined;
  readonly REQUIRE_SECOND_FACTOR: 'admins' | 'nobody';
};

/** The provider's settings; undefined if no variable of it is set. Throws `ConfigError` if variables are missing. */
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
    throw needs('OIDC_ISSUER', 'falta: é o endereço do provedor a que as outras OIDC_ pertencem');
  }
  if (clientId === undefined) throw needs('OIDC_CLIENT_ID', 'falta: OIDC_ISSUER precisa dele');
  if (secret === undefined) throw needs('OIDC_CLIENT_SECRET', 'falta: OIDC_ISSUER precisa dele');
  if (values.PUBLIC_URL === undefined) {
    throw needs('OIDC_ISSUER', 'só vale junto com PUBLIC_URL, o endereço a que o provedor devolve');
  }
  if (Object.values(roleValues).every((value) => value === undefined)) {
    const rule = 'só vale junto com OIDC_ADMINS, OIDC_CLIENTS ou OIDC_VIEWERS, que dizem os papéis';
    throw needs('OIDC_ISSUER', rule);
  }
  if (values.REQUIRE_SECOND_FACTOR === 'admins' && values.OIDC_ACR === undefined) {
    const rule =
      'admins, com OIDC_ISSUER, só vale junto com OIDC_ACR: quem entra pelo provedor tem a segunda etapa lá';
    throw needs('REQUIRE_SECOND_FACTOR', rule);
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

const needs = (name: string, rule: string) => new ConfigError(sentence(name, rule));

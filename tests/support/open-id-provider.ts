import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  decodeJwt,
  UnsecuredJWT,
  type JWTPayload,
} from 'jose';
import { Provider, type KoaContextWithOIDC } from 'oidc-provider';
import type { ProviderSettings } from '../../server/people/identity/provider/open-id-provider.ts';

/** The address to which the provider sends browsers back. */
const redirectUri = 'https://caged.example/api/oidc/end';

/** Who signs a forged ID token: a stranger puts its own key into the token; the client secret signs with HMAC. */
type Signer = 'provider' | 'stranger' | 'client secret' | 'nobody';

/** A real OpenID provider on this machine; tests set its users and answers. */
export interface TestProvider {
  readonly settings: ProviderSettings;
  /** Its claims about each subject. */
  readonly people: Map<string, Readonly<Record<string, unknown>>>;
  /** Its claim about how users authenticated. */
  readonly ways: { acr: string | undefined };
  /** Follows a browser with separate cookies through the provider, as a user; returns the final redirect address. */
  visit(address: string, subject: string): Promise<URL>;
  /** Changes the claims and the signature of the next ID token. */
  forge(claims: JWTPayload, by?: Signer): void;
  close(): Promise<void>;
}

const clientId = 'caged';
const clientSecret = 'um segredo de teste que so este servidor conhece';

export async function testProvider(
  settings: Partial<ProviderSettings> = {},
): Promise<TestProvider> {
  const own = await generateKeyPair('RS256', { extractable: true });
  const stranger = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(stranger.publicKey);
  const header = { alg: 'RS256', kid: 'own' };
  const signed = {
    provider: async (claims: JWTPayload) =>
      new SignJWT(claims).setProtectedHeader(header).sign(own.privateKey),
    stranger: async (claims: JWTPayload) =>
      new SignJWT(claims).setProtectedHeader({ ...header, jwk }).sign(stranger.privateKey),
    'client secret': async (claims: JWTPayload) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(clientSecret)),
    nobody: async (claims: JWTPayload) => new UnsecuredJWT(claims).encode(),
  } satisfies Record<Signer, (claims: JWTPayload) => Promise<string>>;
  const people: TestProvider['people'] = new Map();
  const ways: TestProvider['ways'] = { acr: undefined };
  let visitor = '';
  let forged: { claims: JWTPayload; by: Signer } | undefined;

  const front = createServer();
  const issuer = `http://127.0.0.1:${await listening(front)}`;
  const provider = providerOf(issuer, { ...(await exportJWK(own.privateKey)), kid: 'own' }, people);
  const back = createServer(callbackOf(provider, () => ({ subject: visitor, acr: ways.acr })));
  const inner = `http://127.0.0.1:${await listening(back)}`;
  const answer = callbackOf(provider, () => ({ subject: visitor, acr: ways.acr }));
  front.on('request', (request, response) => {
    const replaced = forged;
    if (request.url !== '/token' || replaced === undefined) return answer(request, response);
    forged = undefined;
    void (async () => {
      const { authorization, 'content-type': type } = request.headers;
      const headers = { 'content-type': type ?? '', ...(authorization && { authorization }) };
      const body = await bytesOf(request);
      const tokens = await (
        await fetch(`${inner}/token`, { method: 'POST', headers, body })
      ).json();
      const claims = { ...decodeJwt(tokens.id_token), ...replaced.claims };
      const id_token = await signed[replaced.by](claims);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ ...tokens, id_token }));
    })();
  });

  return {
    settings: {
      issuer,
      clientId,
      clientSecret,
      roleClaim: 'roles',
      roleValues: { ADMIN: 'caged-admins', CLIENT: 'caged-users', VIEWER: 'caged-readers' },
      companyClaim: undefined,
      strength: undefined,
      label: 'a conta do banco',
      ...settings,
    },
    people,
    ways,
    visit: async (address, subject) => {
      visitor = subject;
      return followed(address, issuer);
    },
    forge: (claims, by = 'provider') => {
      forged = { claims, by };
    },
    close: async () => {
      for (const server of [front, back]) {
        server.closeAllConnections();
        server.close();
        if (server.listening) await once(server, 'close');
      }
    },
  };
}

function providerOf(
  issuer: string,
  key: Awaited<ReturnType<typeof exportJWK>>,
  people: TestProvider['people'],
): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['a key of this test'] },
    acrValues: ['two-steps'],
    claims: {
      openid: ['sub', 'roles', 'realm_access', 'cnpj'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => ({ ...people.get(accountId), sub: accountId }),
    }),
    loadExistingGrant,
  });
}

/** Every user has consented to everything. */
async function loadExistingGrant({ oidc }: KoaContextWithOIDC) {
  const { client, session, provider } = oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope('openid profile email');
  await grant.save();
  return grant;
}

/** The provider, with its sign-in form submitted automatically. */
function callbackOf(
  provider: Provider,
  who: () => { subject: string; acr: string | undefined },
): RequestListener {
  const callback = provider.callback();
  return (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) {
      void callback(request, response);
      return;
    }
    const { subject, acr } = who();
    const login = { accountId: subject, ...(acr !== undefined && { acr }) };
    void provider.interactionFinished(request, response, { login });
  };
}

async function followed(address: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(address);
  for (let step = 0; step < 10 && url.origin === issuer; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`The provider stays: ${await response.text()}`);
    url = new URL(location, url);
  }
  return url;
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return address.port;
}

async function bytesOf(request: AsyncIterable<Buffer>): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

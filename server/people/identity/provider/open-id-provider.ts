import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError,
  type Configuration,
} from 'openid-client';
import { problem } from './problem.ts';
import type { ProviderSettings } from './settings.ts';
import type { Flow } from './sign-in-flow.ts';

/** What a provider says of a person, by the names of its claims. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

const answersWithinSeconds = 5;
/** What the provider says of itself, its addresses and ways, is asked anew after this. */
const knownForMs = 60 * 60_000;
/** Clocks may differ by so much. */
const clocksDifferMs = 30_000;

/** An OpenID provider: asked about itself when somebody first goes there, so that it may be away at the start. */
export class OpenIdProvider {
  readonly settings: ProviderSettings;
  readonly #redirectUri: string;
  readonly #clock: () => Date;
  #known: { readonly configuration: Promise<Configuration>; readonly until: number } | undefined;

  constructor(settings: ProviderSettings, redirectUri: string, clock: () => Date) {
    this.settings = settings;
    this.#redirectUri = redirectUri;
    this.#clock = clock;
  }

  /**
   * Where to send a browser, and what it must bring back. To confirm a session the provider asks anew who the person is.
   *
   * @throws AppError `provider_away`
   */
  async begin(to: Pick<Flow, 'returnTo' | 'sessionId'>): Promise<{ url: URL; flow: Flow }> {
    const configuration = await this.#configuration();
    const verifier = randomPKCECodeVerifier();
    const flow = {
      ...to,
      verifier,
      state: randomState(),
      nonce: randomNonce(),
      beganAt: this.#clock().getTime(),
    };
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri,
      scope: 'openid profile email',
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state: flow.state,
      nonce: flow.nonce,
      ...(this.settings.strength !== undefined && { acr_values: this.settings.strength }),
      ...(flow.sessionId !== null && { prompt: 'login', max_age: '0' }),
    });
    return { url, flow };
  }

  /**
   * What the provider says of the person whom it sent back with this search (`?code=…`), with the signature, issuer,
   * audience, times, nonce, strength and, to confirm, the moment of the proof checked.
   *
   * @throws AppError of a `ProviderProblem`
   */
  async finish(search: string, flow: Flow): Promise<Claims> {
    const url = new URL(`${this.#redirectUri}${search}`);
    if (url.searchParams.get('state') !== flow.state) throw problem('provider_flow_lost');
    const configuration = await this.#configuration();
    try {
      const tokens = await authorizationCodeGrant(configuration, url, {
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        pkceCodeVerifier: flow.verifier,
        idTokenExpected: true,
        // How long ago counts from the beginning of the flow, below; this makes the claim a must.
        ...(flow.sessionId !== null && { maxAge: 900 }),
      });
      const claims = tokens.claims();
      if (claims === undefined) throw problem('provider_not_trusted');
      this.#requireProof(claims, flow);
      const more = configuration.serverMetadata().userinfo_endpoint
        ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : {};
      return { ...more, ...claims };
    } catch (error) {
      throw told(error);
    }
  }

  #requireProof({ acr, auth_time }: { acr?: unknown; auth_time?: unknown }, flow: Flow): void {
    const { strength } = this.settings;
    if (strength !== undefined && acr !== strength) throw problem('provider_too_weak');
    if (flow.sessionId === null) return;
    const provedAt = typeof auth_time === 'number' ? auth_time * 1000 : 0;
    if (provedAt < flow.beganAt - clocksDifferMs) throw problem('provider_not_recent');
  }

  /** One look at the provider for all who come at the same time; a failed one is not kept. */
  async #configuration(): Promise<Configuration> {
    const now = this.#clock().getTime();
    if (this.#known === undefined || this.#known.until <= now) {
      this.#known = { configuration: this.#discover(), until: now + knownForMs };
    }
    try {
      return await this.#known.configuration;
    } catch (error) {
      this.#known = undefined;
      throw problem('provider_away', error);
    }
  }

  #discover(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.settings;
    const server = new URL(issuer);
    return discovery(server, clientId, clientSecret, undefined, {
      timeout: answersWithinSeconds,
      // The configuration takes plain http of this very machine alone.
      execute: [
        enableNonRepudiationChecks,
        ...(server.protocol === 'http:' ? [allowInsecureRequests] : []),
      ],
    });
  }
}

/** A failure at the provider as a problem that people are told of; anything nobody foresaw stays as it is. */
function told(error: unknown): unknown {
  if (error instanceof AuthorizationResponseError) return problem('provider_refused', error);
  // A code that was used already, or by another browser.
  if (error instanceof ResponseBodyError) return problem('provider_flow_lost', error);
  if (error instanceof ClientError) {
    const isAway = error.code === 'OAUTH_TIMEOUT' || error.code === 'OAUTH_RESPONSE_IS_NOT_CONFORM';
    return problem(isAway ? 'provider_away' : 'provider_not_trusted', error);
  }
  // What `fetch` throws where nobody answers.
  if (error instanceof TypeError) return problem('provider_away', error);
  return error;
}

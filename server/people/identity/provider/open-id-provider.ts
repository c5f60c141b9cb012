import {
  AuthorizationResponseError,
  ClientError,
  type Configuration,
  type CustomFetch,
  ResponseBodyError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { Role } from '../../../../shared/codes/roles.ts';
import {
  type ProviderProblem,
  providerProblems,
} from '../../../../shared/sentences/provider-problems.ts';
import { AppError, codeOf } from '../../../platform/errors.ts';
import { useNewerUndici } from '../../../platform/newer-undici.ts';
import type { Flow } from './sign-in-flow.ts';

/** What a provider states about a user, by claim name. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

const answersWithinSeconds = 5;
/** The provider's metadata (its endpoints and methods) is fetched again after this time. */
const knownForMs = 60 * 60_000;
/** Maximum accepted difference between the clocks. */
const clocksDifferMs = 30_000;
/** The maximum size of a response. A list of keys has some kilobytes. */
const maxResponseBytes = 2 ** 20;

/** An OpenID provider. Its metadata is fetched at the first use, so it may be unavailable when the server starts. */
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
   * The URL to send a browser to, and the flow data that the browser must bring back. To confirm a session, the
   * provider must authenticate the user again.
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
   * The claims about the user whom the provider sent back with this query string (`?code=…`). Checks the signature,
   * issuer, audience, times, nonce, strength and, to confirm a session, the time of authentication.
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
        // Makes the `auth_time` claim required. `#requireProof` compares it with the start of the flow.
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
      const result = resultOf(error);
      // Its endpoints or keys may have been wrong, or have changed: the next sign-in fetches them again.
      if (['provider_away', 'provider_not_trusted'].includes(String(codeOf(result))))
        this.#known = undefined;
      throw result;
    }
  }

  #requireProof({ acr, auth_time }: { acr?: unknown; auth_time?: unknown }, flow: Flow): void {
    const { strength } = this.settings;
    if (strength !== undefined && acr !== strength) throw problem('provider_too_weak');
    if (flow.sessionId === null) return;
    const provedAt = typeof auth_time === 'number' ? auth_time * 1000 : 0;
    if (provedAt < flow.beganAt - clocksDifferMs) throw problem('provider_not_recent');
  }

  /** Single flight: concurrent callers share one discovery. A failed discovery is not cached. */
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

  async #discover(): Promise<Configuration> {
    await useNewerUndici();
    const { issuer, clientId, clientSecret } = this.settings;
    const server = new URL(issuer);
    const configuration = await discovery(server, clientId, clientSecret, undefined, {
      timeout: answersWithinSeconds,
      [customFetch]: fetchLimited,
      // The configuration accepts plain http only for this machine.
      execute: [
        enableNonRepudiationChecks,
        ...(server.protocol === 'http:' ? [allowInsecureRequests] : []),
      ],
    });
    // Throws for metadata without a usable address for browsers, which are not cached then.
    buildAuthorizationUrl(configuration, {});
    return configuration;
  }
}

/** Ends a response that is too large, because the library would read it into memory. */
const fetchLimited: CustomFetch = async (url, { body, ...options }) => {
  const form = body instanceof URLSearchParams ? { body } : {};
  const response = await fetch(url, { ...options, ...form });
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      bytes += chunk.length;
      if (bytes > maxResponseBytes) throw new TypeError('The response is too large.');
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(limit), response);
};

/** Maps a failure at the provider to a problem that the user sees. Unexpected errors are returned unchanged. */
function resultOf(error: unknown): unknown {
  if (error instanceof AuthorizationResponseError) return problem('provider_refused', error);
  // The code was already used, or belongs to another browser.
  if (error instanceof ResponseBodyError) return problem('provider_flow_lost', error);
  if (error instanceof ClientError) {
    const isAway = error.code === 'OAUTH_TIMEOUT' || error.code === 'OAUTH_RESPONSE_IS_NOT_CONFORM';
    return problem(isAway ? 'provider_away' : 'provider_not_trusted', error);
  }
  // `fetch` throws this if the provider does not respond.
  if (error instanceof TypeError) return problem('provider_away', error);
  return error;
}

/** An OpenID provider by which users may sign in instead of by a password, as configured. */
export interface ProviderSettings {
  /** The provider's identifier, as in its discovery document. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The claim that holds the roles, with dots between the names of nested claims. */
  readonly roleClaim: string;
  /** The claim value for each role. A role without a value is never assigned. */
  readonly roleValues: { readonly [Name in Role]: string | undefined };
  /** The claim that holds a company's CNPJ; undefined if companies are assigned here. */
  readonly companyClaim: string | undefined;
  /** The required authentication strength (`acr`); undefined if any is accepted. */
  readonly strength: string | undefined;
  /** The button's text after "Entrar com". */
  readonly label: string;
}

/** The error for a failed sign-in by the provider; the route shows it on a page. */
export const problem = (name: ProviderProblem, cause?: unknown) =>
  new AppError(name, 403, providerProblems[name], { cause });

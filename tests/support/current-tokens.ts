import type { LightMyRequestResponse } from 'fastify';

type Call = (cookies: { readonly caged_session: string }) => Promise<LightMyRequestResponse>;

/** Follows sessions whose token the server replaces, as a browser's cookies do. */
export class CurrentTokens {
  readonly #next = new Map<string, string>();

  /** Calls with the current token of the session that began with this one. */
  async call(first: string, call: Call): Promise<LightMyRequestResponse> {
    const token = this.#currentOf(first);
    const response = await call({ caged_session: token });
    const set = response.cookies.find(({ name }) => name === 'caged_session');
    if (set !== undefined && set.value !== '' && set.value !== token)
      this.#next.set(token, set.value);
    return response;
  }

  #currentOf(token: string): string {
    const next = this.#next.get(token);
    return next === undefined ? token : this.#currentOf(next);
  }
}

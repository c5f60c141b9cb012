import { z } from 'zod';
import type { Seal } from '../seal.ts';

/** State that the browser stores, sealed, while the user is at the provider. */
const Flow = z.object({
  state: z.string(),
  nonce: z.string(),
  /** The PKCE verifier: without it the provider's code is useless. */
  verifier: z.string(),
  returnTo: z.string(),
  /** Milliseconds since 1970. */
  beganAt: z.number(),
  /** The session to confirm; null to start a new one. */
  sessionId: z.string().nullable(),
});
export type Flow = z.infer<typeof Flow>;

/** Maximum time that a user may spend at the provider. */
export const flowMs = 10 * 60_000;

const owner = 'browser';

export const sealedFlow = (seal: Seal, flow: Flow) => seal.close(JSON.stringify(flow), owner);

/** Undefined for a flow that is too old or was not sealed here. */
export function maybeFlow(seal: Seal, sealed: string | undefined, now: Date): Flow | undefined {
  const text = sealed === undefined ? undefined : seal.maybeOpen(sealed, owner);
  if (text === undefined) return undefined;
  const flow = Flow.parse(JSON.parse(text));
  return now.getTime() - flow.beganAt < flowMs ? flow : undefined;
}

/** Maximum length that fits into the cookie. */
const longest = 2_000;
const anySite = 'https://site.invalid';

/** The path and query string of an address on this site; `/` for another site, an API path or an invalid address. */
export function returnAddress(text: string): string {
  // Browsers drop tabs and line ends and read \ as /: the checked address must be the one they open.
  if (text.length > longest || !text.startsWith('/')) return '/';
  if (/[\p{Cc}\\]/u.test(text) || !URL.canParse(text, anySite)) return '/';
  const { origin, pathname, search } = new URL(text, anySite);
  if (origin !== anySite || pathname.startsWith('//') || /^\/api(\/|$)/.test(pathname)) return '/';
  return `${pathname}${search}`;
}

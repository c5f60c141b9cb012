import { z } from 'zod';
import type { Seal } from '../seal.ts';

/** What a browser keeps, sealed, while its person is at the provider. */
const Flow = z.object({
  state: z.string(),
  nonce: z.string(),
  /** Of PKCE: without it the provider's code opens nothing. */
  verifier: z.string(),
  returnTo: z.string(),
  /** Milliseconds since 1970. */
  beganAt: z.number(),
  /** The session to be confirmed; null where one is to begin. */
  sessionId: z.string().nullable(),
});
export type Flow = z.infer<typeof Flow>;

/** So long may a person take at the provider. */
export const flowMs = 10 * 60_000;

const owner = 'browser';

export const sealedFlow = (seal: Seal, flow: Flow) => seal.close(JSON.stringify(flow), owner);

/** Undefined for one that is too old or was not sealed here. */
export function maybeFlow(seal: Seal, sealed: string | undefined, now: Date): Flow | undefined {
  const text = sealed === undefined ? undefined : seal.maybeOpen(sealed, owner);
  if (text === undefined) return undefined;
  const flow = Flow.parse(JSON.parse(text));
  return now.getTime() - flow.beganAt < flowMs ? flow : undefined;
}

import { z } from 'zod';

/**
 * Signing in by an OpenID provider, where the installation has one. The server redirects browsers; a problem returns as
 * `?problema=<ProviderProblem>` in the address of a page.
 */

export const SignInProvider = z.object({
  /** The label after "Entrar com"; null where the installation has no provider. */
  label: z.string().nullable(),
});

export const Returning = z.strictObject({
  /** A path of this site; an address of another site becomes the first screen. */
  returnTo: z.string().default('/'),
});

/** Minutes after a new proof at the provider during which acts that need a password confirmation are allowed. */
export const confirmedMinutes = 5;

/** The search parameter that carries a problem. */
export const problemParameter = 'problema';

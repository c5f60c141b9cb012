import { z } from 'zod';

/**
 * Signing in by an OpenID provider, where the installation has one. Browsers are sent along these addresses: what went
 * wrong comes back as `?problema=<ProviderProblem>` of a page.
 *
 *   GET /api/oidc          anyone     → 200 SignInProvider
 *   GET /api/oidc/start    anyone     ?Returning → 302 to the provider, or to /login
 *   GET /api/oidc/confirm  signed in  ?Returning → 302 to the provider, which asks anew who it is
 *   GET /api/oidc/end      anyone     the provider's answer → 302 to where it began
 */

export const SignInProvider = z.object({
  /** What stands behind "Entrar com"; null where nobody signs in elsewhere. */
  label: z.string().nullable(),
});
export type SignInProvider = z.infer<typeof SignInProvider>;

export const Returning = z.strictObject({
  /** A path of this site; another site's is taken for the first screen. */
  returnTo: z.string().default('/'),
});

/** For so many minutes after a new proof at the provider, acts that others confirm by a password are let through. */
export const confirmedMinutes = 5;

/** The search parameter that carries a problem. */
export const problemParameter = 'problema';

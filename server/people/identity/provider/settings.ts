import type { Role } from '../../../../shared/codes/roles.ts';

/** By whom people may sign in instead of by a password: an OpenID provider, as the configuration names it. */
export interface ProviderSettings {
  /** Its identifier, as its own discovery document tells it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The claim that tells roles, with dots between the names of nested ones. */
  readonly roleClaim: string;
  /** The claim's value that gives a role; a role without one is given to nobody. */
  readonly roleValues: { readonly [Name in Role]: string | undefined };
  /** The claim that tells a company's CNPJ; undefined where companies are chosen here. */
  readonly companyClaim: string | undefined;
  /** How strongly a person must have signed in there (`acr`); undefined where any way will do. */
  readonly strength: string | undefined;
  /** What the button says behind "Entrar com". */
  readonly label: string;
}

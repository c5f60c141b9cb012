import type { Role } from '../../../../shared/codes/roles.ts';

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

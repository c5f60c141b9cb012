import { keysOf } from '../../../../shared/codes/keys.ts';
import { roles, type Role } from '../../../../shared/codes/roles.ts';
import {
  nameField,
  requiredEmail,
  withoutUnseenCharacters,
} from '../../../../shared/contracts/people-fields.ts';
import { type Claims, type ProviderSettings, problem } from './open-id-provider.ts';

/** A user's identity as the provider states it. */
export interface ProvidedPerson {
  readonly issuer: string;
  readonly subject: string;
  readonly role: Role;
  /** Letters and digits of the company's CNPJ; null for none, undefined if companies are assigned here. */
  readonly cnpj: string | null | undefined;
  /** Only if the provider verified it. */
  readonly email: string | undefined;
  readonly firstName: string;
  readonly lastName: string;
}

/**
 * Reads a user's identity from the claims.
 *
 * @throws AppError `provider_no_role` if no value of the role claim maps to a role
 */
export function providedPerson(settings: ProviderSettings, claims: Claims): ProvidedPerson {
  const given = textsOf(claimAt(claims, settings.roleClaim));
  const role = keysOf(roles).find((name) => {
    const value = settings.roleValues[name];
    return value !== undefined && given.includes(value);
  });
  if (role === undefined) throw problem('provider_no_role');
  const { companyClaim } = settings;
  return {
    issuer: settings.issuer,
    subject: claims.sub,
    role,
    cnpj: companyClaim === undefined ? undefined : cnpjOf(claimAt(claims, companyClaim)),
    email:
      claims['email_verified'] === true ? requiredEmail.safeParse(claims['email']).data : undefined,
    ...namesOf(claims),
  };
}

/** A claim by its full name, which may contain dots (`https://company.example/roles`), otherwise by its path. */
function claimAt(claims: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path
    .split('.')
    .reduce<unknown>((within, name) => (isNested(within, name) ? within[name] : undefined), claims);
}

const isNested = (within: unknown, name: string): within is Record<string, unknown> =>
  typeof within === 'object' && within !== null && Object.hasOwn(within, name);

const textsOf = (claim: unknown) =>
  [claim].flat().filter((value): value is string => typeof value === 'string');

function cnpjOf(claim: unknown): string | null {
  const [text = ''] = textsOf(claim);
  const bare = text.replaceAll(/[^\da-z]/gi, '').toUpperCase();
  return bare === '' ? null : bare;
}

/** Given and family name. Without such claims, the words of the full name, or the local part of the e-mail address. */
function namesOf(claims: Claims): { firstName: string; lastName: string } {
  const [email = ''] = textsOf(claims['email']);
  const whole = textsOf(claims['name'])[0]?.trim() ?? '';
  const [first = '', ...rest] = (whole === '' ? email.replace(/@.*$/, '') : whole).split(/\s+/);
  return {
    firstName: nameField.safeParse(claims['given_name']).data ?? clipped(first),
    lastName: nameField.safeParse(claims['family_name']).data ?? clipped(rest.join(' ')),
  };
}

/** A name that the form would accept; a dash stands for a missing name. */
const clipped = (name: string) =>
  nameField.safeParse(withoutUnseenCharacters(name.slice(0, 80))).data ?? '—';

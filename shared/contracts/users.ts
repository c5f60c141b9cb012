import { z } from 'zod';
import { roles } from '../codes/roles.ts';
import { keysOf } from '../codes/keys.ts';
import { CurrentUser } from './identity.ts';
import { ownPassword, proofFields } from './my-sessions.ts';
import { chosenPassword } from './passwords.ts';
import { nameField, pageQuery, requiredEmail, searchWords, seenVersion } from './people-fields.ts';

/**
 * Users, as administrators list and change them; without `pageSize` the list is complete (up to 1,000). A new
 * administrator, another e-mail, role or company, and closing or reopening an account need a proof (`my-sessions.ts`).
 * Administrators cannot deactivate or demote themselves (409 `own_account`). The audit log outlives a deleted user.
 */

const roleNames = new Intl.ListFormat('pt-BR', { type: 'disjunction' }).format(keysOf(roles));
const roleField = z.enum(keysOf(roles), `O papel é ${roleNames}.`);
/** Forms send an empty text for "no company". */
const companyField = z.preprocess(
  (id) => (id === '' ? null : id),
  z.uuid('Escolha uma empresa da lista.').nullable(),
);

export const User = CurrentUser.omit({
  mustSetSecondFactor: true,
  signsInElsewhere: true,
  confirmedUntil: true,
}).extend({
  companyName: z.string().nullable(),
  temporaryPasswordExpiresAt: z.string().nullable(),
  hasSecondFactor: z.boolean(),
  lastSignInAt: z.string().nullable(),
  /** When the user requested deletion, if at all. */
  deletionRequestedAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Clients send it back with a change, so that the server detects a concurrent change. */
  version: z.number(),
});
export type User = z.infer<typeof User>;

export const UserListQuery = z.strictObject({
  /** Words of the name, e-mail or company; accents and case are ignored. */
  search: searchWords.optional(),
  role: roleField.optional(),
  isActive: z.enum(['true', 'false'], 'Use true ou false.').optional(),
  ...pageQuery(1000, 1000),
});
export type UserListQuery = z.infer<typeof UserListQuery>;

const missing = 'Preencha todos os campos obrigatórios';

const temporaryPassword = z
  .string(missing)
  .min(1, { message: missing, abort: true })
  .pipe(chosenPassword('Senha temporária', missing));

export const CreateUser = z.strictObject({
  email: requiredEmail,
  firstName: nameField,
  lastName: nameField,
  role: roleField.default('CLIENT'),
  companyId: companyField.default(null),
  temporaryPassword,
  /** The administrator's own proof, required if the new user is an ADMIN. */
  ...proofFields,
});
export type CreateUser = z.infer<typeof CreateUser>;

export const RenewPassword = z.strictObject({ temporaryPassword, ...proofFields });
export type RenewPassword = z.infer<typeof RenewPassword>;

export const UpdateUser = z
  .strictObject({
    isActive: z.boolean('O valor deste campo é verdadeiro ou falso.').optional(),
    role: roleField.optional(),
    firstName: nameField.optional(),
    lastName: nameField.optional(),
    email: requiredEmail.optional(),
    companyId: companyField.optional(),
    version: seenVersion,
    /** The administrator's own password: required to change e-mail, role or company, or to close the account. */
    password: ownPassword.optional(),
    code: proofFields.code,
  })
  .refine(
    (sent) =>
      Object.entries(sent).some(
        ([name, value]) => !['version', 'password', 'code'].includes(name) && value !== undefined,
      ),
    'Informe o que deve mudar.',
  );
export type UpdateUser = z.infer<typeof UpdateUser>;

/** The administrator types the e-mail again, because deletion cannot be undone. */
export const DeleteUser = z.strictObject({ email: requiredEmail, ...proofFields });
export type DeleteUser = z.infer<typeof DeleteUser>;

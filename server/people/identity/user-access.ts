import type { Proof } from '../../../shared/contracts/my-sessions.ts';
import type { EraseUser, RenewPassword } from '../../../shared/contracts/users.ts';
import { AppError } from '../../platform/errors.ts';
import { erasedLetter, passwordChangedLetter } from '../../platform/mail/mail-templates.ts';
import { forgetDeleted } from '../../platform/store/forget.ts';
import { recordAct, removeAddressesOf } from '../audit/audit.ts';
import { storeTemporaryPassword } from './change-password.ts';
import { requireFreshProof } from './fresh-proof.ts';
import {
  type Administrator,
  type ManageUsersDeps,
  ownAccount,
  temporaryPasswordField,
} from './manage-users.ts';
import { hashPassword } from './passwords.ts';
import { removeSecondFactor } from './second-factor.ts';
import { endSessionsOf } from './sessions.ts';
import { ownWords, requireChoosable } from './password-check.ts';
import {
  emailKey,
  heldAdministrators,
  heldUser,
  maybeUser,
  requireAnotherAdministrator,
  toUser,
  unknownUser,
} from './users.ts';

/** Sets a new temporary password as the user's only access: open sessions and reset links end. */
export async function renewPassword(
  { store, clock, postOffice, confirmation }: ManageUsersDeps,
  administrator: Administrator,
  id: string,
  { temporaryPassword, ...proof }: RenewPassword,
): Promise<void> {
  if (id === administrator.userId) throw ownPassword();
  await requireFreshProof(confirmation, administrator, proof);
  const person = await maybeUser(store.db, id);
  if (person === undefined) throw unknownUser();
  await requireChoosable(
    temporaryPassword,
    await ownWords(store.db, person),
    temporaryPasswordField,
  );
  const passwordHash = await hashPassword(temporaryPassword);
  await store.db.transaction().execute(async (transaction) => {
    const now = clock();
    await heldUser(transaction, store.dialect, id);
    const isStored = await storeTemporaryPassword(transaction, { userId: id, passwordHash, now });
    if (!isStored) throw inactiveUser();
    await recordAct(transaction, {
      action: 'user.password_renewed',
      actor: administrator,
      subject: { type: 'user', id },
      at: now,
    });
  });
  postOffice.post(person.email, passwordChangedLetter(person, clock()));
}

/** Removes the second factor of a user who lost it. */
export async function removeSecondFactorOf(
  { store, clock, confirmation }: ManageUsersDeps,
  administrator: Administrator,
  id: string,
  proof: Proof,
): Promise<void> {
  await requireFreshProof(confirmation, administrator, proof);
  await store.db.transaction().execute(async (transaction) => {
    await heldUser(transaction, store.dialect, id);
    if (!(await removeSecondFactor(transaction, id))) throw noSecondFactor();
    await endSessionsOf(transaction, id);
    await recordAct(transaction, {
      action: 'second_factor.removed',
      actor: administrator,
      subject: { type: 'user', id },
      at: clock(),
    });
  });
}

/** Ends every session of a user, for example if another person may be using the account. */
export async function endSessionsOfUser(
  { store, clock, confirmation }: ManageUsersDeps,
  administrator: Administrator,
  id: string,
  proof: Proof,
): Promise<void> {
  await requireFreshProof(confirmation, administrator, proof);
  await store.db.transaction().execute(async (transaction) => {
    await heldUser(transaction, store.dialect, id);
    await endSessionsOf(transaction, id);
    await recordAct(transaction, {
      action: 'session.ended_elsewhere',
      actor: administrator,
      subject: { type: 'user', id },
      at: clock(),
    });
  });
}

const ownPassword = () =>
  new AppError('own_account', 409, 'Troque a sua própria senha em "Alterar senha".');

const inactiveUser = () =>
  new AppError('inactive_user', 409, 'Esta conta está inativa: ative-a antes.');

const noSecondFactor = () =>
  new AppError('no_second_factor', 409, 'Esta pessoa não tem a verificação em duas etapas.');

/**
 * Deletes a user with the account and its dependent data. Audit entries remain with an ID that no longer leads to a
 * person. Every table that refers to `users` defines what happens to its rows (`on delete`).
 */
export async function eraseUser(
  { store, clock, postOffice, onErased, confirmation, removeTyped }: ManageUsersDeps,
  administrator: Administrator,
  id: string,
  { email: typedEmail, ...proof }: EraseUser,
): Promise<void> {
  await requireFreshProof(confirmation, administrator, proof);
  const person = await store.db.transaction().execute(async (transaction) => {
    const administrators = await heldAdministrators(transaction, store.dialect);
    const row = await heldUser(transaction, store.dialect, id);
    if (id === administrator.userId) throw ownAccount();
    if (emailKey(typedEmail) !== row.email_lower) throw notConfirmed();
    requireAnotherAdministrator(administrators, id);
    await removeAddressesOf(transaction, id);
    await removeTyped(transaction, id);
    await transaction.deleteFrom('users').where('id', '=', id).execute();
    await recordAct(transaction, {
      action: 'user.erased',
      actor: administrator,
      subject: { type: 'user', id },
      details: { wasRequested: row.erasure_requested_at !== null },
      at: clock(),
    });
    return toUser(row);
  });
  await onErased?.();
  await forgetDeleted(store);
  postOffice.post(person.email, erasedLetter(person));
}

const notConfirmed = () =>
  new AppError('not_confirmed', 400, 'O e-mail digitado não é o deste usuário.', {
    field: 'email',
  });

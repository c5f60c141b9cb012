import type { Proof } from '../../../shared/contracts/my-sessions.ts';
import type { DeleteUser, RenewPassword } from '../../../shared/contracts/users.ts';
import { AppError, conflict } from '../../platform/errors.ts';
import { accountDeletedMail, passwordChangedMail } from '../../platform/mail/mail-templates.ts';
import { forgetDeleted } from '../../platform/store/dialects.ts';
import { recordUserAct, removeAddressesOf } from '../audit/audit.ts';
import { storePassword } from './change-password.ts';
import { requireFreshProof, type Person } from './fresh-proof.ts';
import { type ManageUsersDeps, ownAccount } from './manage-users.ts';
import { hashChosenPassword } from './password-check.ts';
import { removeSecondFactor } from './second-factor.ts';
import { endSessionsOf } from './sessions.ts';
import {
  emailKey,
  existingUser,
  lockedAdministrators,
  lockedUser,
  requireAnotherAdministrator,
  toUser,
} from './users.ts';

/** Sets a new temporary password as the user's only access: open sessions and reset links end. */
export async function renewPassword(
  { store, clock, mailQueue, confirmation }: ManageUsersDeps,
  administrator: Person,
  id: string,
  { temporaryPassword, ...proof }: RenewPassword,
): Promise<void> {
  if (id === administrator.userId)
    throw conflict('own_account', 'Troque a sua própria senha em “Alterar senha”.');
  const { db } = store;
  await requireFreshProof(confirmation, administrator, proof);
  const person = await existingUser(db, id);
  const passwordHash = await hashChosenPassword(db, person, temporaryPassword, 'Senha temporária');
  await db.transaction().execute(async (transaction) => {
    const now = clock();
    await lockedUser(transaction, id);
    const chosen = { userId: id, passwordHash, now, isTemporary: true };
    if (!(await storePassword(transaction, chosen)))
      throw conflict('inactive_user', 'Esta conta está inativa: ative-a antes.');
    await recordUserAct(transaction, 'user.password_renewed', administrator, id, now);
  });
  mailQueue.add(person.email, passwordChangedMail(person, clock()));
}

/** Removes the second factor of another user, who lost it. */
export async function removeSecondFactorOf(
  { store, clock, confirmation }: ManageUsersDeps,
  administrator: Person,
  id: string,
  proof: Proof,
): Promise<void> {
  if (id === administrator.userId) throw ownSecondFactor();
  await requireFreshProof(confirmation, administrator, proof);
  await store.db.transaction().execute(async (transaction) => {
    await lockedUser(transaction, id);
    if (!(await removeSecondFactor(transaction, id))) throw noSecondFactor();
    await endSessionsOf(transaction, id);
    await recordUserAct(transaction, 'second_factor.removed', administrator, id, clock());
  });
}

/** Ends every session of a user, for example if another person may be using the account. */
export async function endSessionsOfUser(
  { store, clock, confirmation }: ManageUsersDeps,
  administrator: Person,
  id: string,
  proof: Proof,
): Promise<void> {
  await requireFreshProof(confirmation, administrator, proof);
  await store.db.transaction().execute(async (transaction) => {
    await lockedUser(transaction, id);
    await endSessionsOf(transaction, id);
    await recordUserAct(transaction, 'session.ended_elsewhere', administrator, id, clock());
  });
}

const ownSecondFactor = () =>
  conflict('own_account', 'Cuide da sua própria verificação em duas etapas em “Meus dados”.');

const noSecondFactor = () =>
  conflict('no_second_factor', 'Esta pessoa não tem a verificação em duas etapas.');

/**
 * Deletes a user with the account and its dependent data. Audit entries remain with an ID that no longer leads to a
 * person. Every table that refers to `users` defines what happens to its rows (`on delete`).
 */
export async function deleteUser(
  { store, clock, mailQueue, onUserDeleted, confirmation, removeTyped }: ManageUsersDeps,
  administrator: Person,
  id: string,
  { email: typedEmail, ...proof }: DeleteUser,
): Promise<void> {
  await requireFreshProof(confirmation, administrator, proof);
  const person = await store.db.transaction().execute(async (transaction) => {
    const administrators = await lockedAdministrators(transaction, id);
    const row = await lockedUser(transaction, id);
    if (id === administrator.userId) throw ownAccount();
    if (emailKey(typedEmail) !== row.email_lower) throw notConfirmed();
    requireAnotherAdministrator(administrators, id);
    await removeAddressesOf(transaction, id);
    await removeTyped(transaction, id);
    await transaction.deleteFrom('users').where('id', '=', id).execute();
    await recordUserAct(transaction, 'user.erased', administrator, id, clock(), {
      details: { wasRequested: row.erasure_requested_at !== null },
    });
    return toUser(row);
  });
  mailQueue.add(person.email, accountDeletedMail(person));
  // The person is deleted: a failure of the files' storage is logged, and must not be the response.
  const removal = onUserDeleted?.() ?? Promise.resolve();
  mailQueue.afterResponse(() => removal);
  await removal.catch(() => undefined);
  await forgetDeleted(store.db);
}

const notConfirmed = () =>
  new AppError('not_confirmed', 400, 'O e-mail digitado não é o deste usuário.', {
    field: 'email',
  });

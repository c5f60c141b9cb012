import type { EraseUser } from '../../../shared/contracts/users.ts';
import { removeAddressesOf } from '../audit/audit-chain.ts';
import { recordAct } from '../audit/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { forgetDeleted } from '../../platform/store/forget.ts';
import { erasedLetter } from '../../platform/mail/letters.ts';
import { heldAdministrators, heldUser, requireAnotherAdministrator } from './administrators.ts';
import { requireFreshProof } from './fresh-proof.ts';
import { ownAccount, type Administrator, type ManageUsersDeps } from './manage-users.ts';
import { emailKey, toUser } from './users.ts';

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

import type { RenewPassword } from '../../../shared/contracts/users.ts';
import { recordAct } from '../audit/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { passwordChangedLetter } from '../../platform/mail/letters.ts';
import { heldUser, unknownUser } from './administrators.ts';
import { storeTemporaryPassword } from './change-password.ts';
import { maybeUser } from './list-users.ts';
import {
  temporaryPasswordField,
  type Administrator,
  type ManageUsersDeps,
} from './manage-users.ts';
import type { Proof } from '../../../shared/contracts/my-sessions.ts';
import { requireFreshProof } from './fresh-proof.ts';
import { ownWords } from './own-words.ts';
import { hashPassword } from './passwords.ts';
import { removeSecondFactor } from './second-factor.ts';
import { endSessionsOf } from './sessions.ts';
import { requireChoosable } from './strength-check.ts';

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
